import { describe, expect, test } from 'vitest';
import { createManagementClient, createObservabilityClient } from '../src/index.ts';
import { inBrowser } from './support/in-browser.ts';
import { PIPE_ID, SCOPE, TOKEN, teamAt } from './support/scope.ts';
import { found, scriptedFetch } from './support/scripted-fetch.ts';
import { startResourceServer } from './support/scripted-server.ts';

describe('a credential', () => {
  test('an API key outside Latin-1 is sent as UTF-8', async () => {
    const server = await startResourceServer();
    const client = createManagementClient({ baseUrl: server.url, keyId: 'ключ', keySecret: 'пароль-😀:x' });
    await client.service(SCOPE).pipes.get(PIPE_ID);
    const [, encoded = ''] = server.requests[0]?.headers.authorization?.split(' ') ?? [];
    expect(Buffer.from(encoded, 'base64').toString()).toBe('ключ:пароль-😀:x');
  });

  test('a token is sent unchanged', async () => {
    const server = await startResourceServer();
    await teamAt(server.url).alerts.get('a-1');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  test.each([
    { keyId: 'a:b', keySecret: 'hunter2' },
    { keyId: '', keySecret: 'hunter2' },
    { keyId: 'key', keySecret: '' },
    { keyId: 'key', keySecret: 'hunter2\r\nX-Injected: 1' },
    { keyId: 'key', keySecret: undefined as never },
  ])('an invalid API key is rejected: $keyId', (key) => {
    const create = () => createManagementClient({ baseUrl: 'https://api.example', ...key });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(/hunter2/);
  });

  test.each(['', 'hunter2 two', 'hunter2\n', 'hünter2', undefined])(
    'an invalid token is rejected: %j',
    (token) => {
      const create = () =>
        createObservabilityClient({ baseUrl: 'https://api.example', token: token as string });
      expect(create).toThrow(/^token must be/);
      expect(create).not.toThrow(/hunter2|hünter2/);
    },
  );

  test('a browser page rejects an API key unless it is allowed, and accepts a token', () => {
    inBrowser();
    const key = { keyId: 'key', keySecret: 'secret' };
    const baseUrl = 'https://api.example.com';
    expect(() => createManagementClient({ baseUrl, ...key })).toThrow(/dangerouslyAllowBrowser/);
    createManagementClient({ baseUrl, ...key, dangerouslyAllowBrowser: true });
    createObservabilityClient({ baseUrl, token: 'token' });
  });
});

describe('a credential function', () => {
  test('is called for each request, and may be asynchronous', async () => {
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

  test('that throws or returns an invalid credential fails the call before it is sent', async () => {
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
