import { describe, expect, test } from 'vitest';
import { createManagementClient, createObservabilityClient } from '../src/index.ts';
import { rejectionOf } from './support/rejection.ts';
import { PIPE_ID, SCOPE, serviceAt, TOKEN, teamAt } from './support/scope.ts';
import { found, scriptedFetch } from './support/scripted-fetch.ts';
import { startScriptedServer } from './support/scripted-server.ts';

describe('a connection error', () => {
  test('has a code with the reason', async () => {
    const error = await rejectionOf(serviceAt('http://127.0.0.1:9').pipes.get(PIPE_ID));
    expect(error).toMatchObject({ status: 0, code: 'connection_failed', requestId: undefined });
    expect(error.message).toMatch(/^getPipe: connection_failed: No complete response arrived/);
  });

  test('is also a body that breaks off', async () => {
    const server = await startScriptedServer((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"result":', () => response.destroy());
      return undefined;
    });
    const error = await rejectionOf(serviceAt(server.url).pipes.get(PIPE_ID));
    expect(error).toMatchObject({ status: 0, code: 'connection_failed' });
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('with status %i is not followed', async (status) => {
    const target = await startScriptedServer(() => ({ body: { result: { id: 'target' } } }));
    const server = await startScriptedServer(() => ({
      status,
      headers: { location: `${target.url}/pipe` },
    }));
    const { pipes } = serviceAt(server.url);
    expect(await rejectionOf(pipes.update(PIPE_ID, { name: 'x' }))).toMatchObject({
      status,
      code: 'unexpected_redirect',
    });
    expect([server.requests.length, target.requests.length]).toEqual([1, 0]);
  });

  test('is not followed in the raw layer, which returns it', async () => {
    const server = await startScriptedServer(() => ({
      status: 302,
      headers: { location: 'http://127.0.0.1:9/' },
    }));
    const { raw } = createManagementClient({ baseUrl: server.url, keyId: 'key', keySecret: 'secret' });
    const template = '/v1/organizations/{organizationId}/services/{serviceId}/pipes/{pipeId}';
    const { response, data } = await raw.GET(template, { params: { path: { ...SCOPE, pipeId: PIPE_ID } } });
    expect([response.status, data]).toEqual([302, undefined]);
  });
});

describe('headers', () => {
  test('of the client and the call are sent; those of the call win, and none replaces the credential', async () => {
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

  test.each(['idempotencyKey', 'ifMatch', 'headers'])(
    'with invalid values are rejected: %s',
    async (name) => {
      const { fetch, sent } = scriptedFetch(found());
      const text = 'a\r\nb: c';
      const options = { [name]: name === 'headers' ? { 'x-y': text } : text } as never;
      const { alerts } = teamAt('https://x.invalid', { fetch, retries: 2 });
      const call = name === 'ifMatch' ? alerts.delete('a', options) : alerts.create({} as never, options);
      await expect(call).rejects.toMatchObject({ code: 'invalid_argument' });
      expect(sent).toEqual([]);
    },
  );
});

test("the caller's fetch replaces the one of the runtime", async () => {
  const seen: string[] = [];
  const fetch = async (url: string) => {
    seen.push(url);
    return Response.json({ data: { id: 'a-1' } });
  };
  await createObservabilityClient({ baseUrl: 'https://api.example', token: TOKEN, fetch }).alerts.get('a-1');
  expect(seen).toEqual(['https://api.example/api/v2/alerts/a-1']);
});
