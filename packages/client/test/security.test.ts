import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createManagementClient, createObservabilityClient } from '../src/index.ts';
import { VERSION } from '../src/version.ts';
import { teamAt } from './scope.ts';
import { found, scriptedFetch } from './scripted-fetch.ts';

const KEY = { keyId: 'key', keySecret: 'secret' };

function inBrowser(): void {
  vi.stubGlobal('document', {});
  onTestFinished(() => void vi.unstubAllGlobals());
}

describe('plain http', () => {
  test.each(['localhost', 'api.localhost', '127.0.0.1', '127.8.0.1', '[::1]'])('is fine on %s', (host) => {
    createManagementClient({ baseUrl: `http://${host}:8080`, ...KEY });
  });

  test.each(['api.example.com', 'localhost.example.com', '10.0.0.1', '127.0.0.1.example.com', '[::2]'])(
    'is refused on %s unless allowed',
    (host) => {
      expect(() => createManagementClient({ baseUrl: `http://${host}`, ...KEY })).toThrow(
        /baseUrl must be https/,
      );
      createManagementClient({ baseUrl: `http://${host}`, ...KEY, allowHttp: true });
    },
  );
});

describe('in a page of a browser', () => {
  test('an API key is refused unless told, and a token is not', () => {
    inBrowser();
    const baseUrl = 'https://api.example.com';
    expect(() => createManagementClient({ baseUrl, ...KEY })).toThrow(/dangerouslyAllowBrowser/);
    createManagementClient({ baseUrl, ...KEY, dangerouslyAllowBrowser: true });
    createObservabilityClient({ baseUrl, token: 'token' });
  });

  test('the User-Agent is left alone; elsewhere it has the version', async () => {
    const { fetch, sent } = scriptedFetch(found());
    await teamAt('https://x.invalid', { fetch }).alerts.get('a');
    inBrowser();
    await teamAt('https://x.invalid', { fetch }).alerts.get('a');
    expect(sent.map(({ init }) => (init.headers as Record<string, string>)['user-agent'])).toEqual([
      `penstock-client/${VERSION}`,
      undefined,
    ]);
  });
});

describe('headers', () => {
  test('of the client and the call go along, the latter first, and none replaces the credential', async () => {
    const { fetch, sent } = scriptedFetch(found());
    const headers = { 'X-Team': 'client', 'X-Tenant': 't', 'USER-AGENT': 'mine', Authorization: 'Basic no' };
    await teamAt('https://x.invalid', { fetch, headers }).alerts.get('a', { headers: { 'x-team': 'call' } });
    expect(sent[0]?.init.headers).toEqual({
      'x-team': 'call',
      'x-tenant': 't',
      'user-agent': 'mine',
      authorization: expect.stringMatching(/^Bearer /),
    });
  });

  test.each(['idempotencyKey', 'ifMatch', 'headers'])('that none can be are refused: %s', async (name) => {
    const { fetch, sent } = scriptedFetch(found());
    const text = 'a\r\nb: c';
    const options = { [name]: name === 'headers' ? { 'x-y': text } : text } as never;
    const { alerts } = teamAt('https://x.invalid', { fetch, retries: 2 });
    const call = name === 'ifMatch' ? alerts.delete('a', options) : alerts.create({} as never, options);
    await expect(call).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(sent).toEqual([]);
  });
});

describe('a credential that is a function', () => {
  test('is asked for each call, and may wait', async () => {
    const { fetch, sent } = scriptedFetch(found());
    let count = 0;
    const client = createObservabilityClient({
      baseUrl: 'https://x.invalid',
      fetch,
      token: async () => `t${++count}`,
    });
    await client.alerts.get('a');
    await client.raw.GET('/api/v2/alerts');
    expect(sent.map(({ init }) => (init.headers as Record<string, string>).authorization)).toEqual([
      'Bearer t1',
      'Bearer t2',
    ]);
  });

  test('that fails, or gives what is none, fails the call before anything is sent', async () => {
    const { fetch, sent } = scriptedFetch(found());
    const reason = new Error('the vault is closed');
    const closed = createObservabilityClient({
      baseUrl: 'https://x.invalid',
      fetch,
      token: () => Promise.reject(reason),
    });
    await expect(closed.alerts.get('a')).rejects.toBe(reason);
    expect(await closed.alerts.get('a').safe()).toMatchObject({
      ok: false,
      error: { code: 'aborted', reason },
    });
    const empty = createObservabilityClient({ baseUrl: 'https://x.invalid', fetch, token: () => '' });
    await expect(empty.alerts.get('a')).rejects.toThrow(/token must be/);
    expect(sent).toEqual([]);
  });
});
