import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createManagementClient, createObservabilityClient, InvalidArgumentError } from '../src/index.ts';
import { requestExamples } from './request-examples.ts';
import { PIPE_ID, SCOPE, serviceAt, TOKEN, teamAt } from './scope.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const SERVICE = `/v1/organizations/${SCOPE.organizationId}/services/${SCOPE.serviceId}`;

test('api.md lists every method', () => {
  const index = readFileSync(join(import.meta.dirname, '../api.md'), 'utf8');
  const [, management = '', observability = ''] = index.split('\n## ');
  const missing = (resources: object, section: string) =>
    Object.entries(resources).flatMap(([resource, methods]) =>
      Object.keys(methods)
        .map((method) => `\n- \`${resource}.${method}(`)
        .filter((line) => !section.includes(line)),
    );
  const { raw: _raw, ...team } = teamAt('http://127.0.0.1');
  expect(missing(serviceAt('http://127.0.0.1'), management)).toEqual([]);
  expect(missing(team, observability)).toEqual([]);
});

const resource = (): Promise<ScriptedServer> =>
  startScriptedServer(() => ({ body: { result: { id: 'x' }, data: { id: 'x' } } }));

describe('what is sent', () => {
  test('methods send the method, path and body of their operation', async () => {
    const server = await resource();
    const { pipes, alerts } = serviceAt(server.url);
    const body = requestExamples('createPipe').kafka;
    const alert = requestExamples('createAlert').tile;
    if (body === undefined || alert === undefined) throw new Error('missing examples');

    await pipes.create(body);
    await pipes.get(PIPE_ID);
    await pipes.update(PIPE_ID, { name: 'New' });
    await pipes.updateState(PIPE_ID, { command: 'stop' });
    await alerts.create(alert);
    await alerts.get('a-1');
    await teamAt(server.url).alerts.create(alert);
    await teamAt(server.url).alerts.get('a-1');

    expect(
      server.requests.map(({ method, url, body: sent }) => [method, url, sent && JSON.parse(sent)]),
    ).toEqual([
      ['POST', `${SERVICE}/pipes`, body],
      ['GET', `${SERVICE}/pipes/${PIPE_ID}`, ''],
      ['PATCH', `${SERVICE}/pipes/${PIPE_ID}`, { name: 'New' }],
      ['PATCH', `${SERVICE}/pipes/${PIPE_ID}/state`, { command: 'stop' }],
      ['POST', `${SERVICE}/stack/alerts`, alert],
      ['GET', `${SERVICE}/stack/alerts/a-1`, ''],
      ['POST', '/api/v2/alerts', alert],
      ['GET', '/api/v2/alerts/a-1', ''],
    ]);
  });

  test('a list sends only the parameters that were given and gives a page', async () => {
    const server = await startScriptedServer(() => ({
      body: { result: [{ id: 'd-1' }], nextCursor: 'abc' },
    }));
    const { dashboards } = serviceAt(server.url);
    expect(await dashboards.list()).toEqual({ items: [{ id: 'd-1' }], nextCursor: 'abc' });
    await dashboards.list({ limit: 5, cursor: 'a+b/c=' });
    expect(server.requests.map(({ url }) => url)).toEqual([
      `${SERVICE}/stack/dashboards`,
      `${SERVICE}/stack/dashboards?limit=5&cursor=a%2Bb%2Fc%3D`,
    ]);
  });

  test('idempotency key and version travel as headers, and only when they are given', async () => {
    const server = await resource();
    const { pipes } = serviceAt(server.url);
    await pipes.update(PIPE_ID, { name: 'New' }, { ifMatch: '"7"' });
    await teamAt(server.url).alerts.create({} as never, { idempotencyKey: 'once' });
    const [update, create] = server.requests;
    expect(update?.headers).toMatchObject({ 'if-match': '"7"', 'content-type': 'application/json' });
    expect(update?.headers).not.toHaveProperty('idempotency-key');
    expect(create?.headers).toMatchObject({ 'idempotency-key': 'once' });
  });

  test('an API key outside Latin-1 is sent as UTF-8', async () => {
    const server = await resource();
    const client = createManagementClient({ baseUrl: server.url, keyId: 'ключ', keySecret: 'пароль-😀:x' });
    await client.service(SCOPE).pipes.get(PIPE_ID);
    const [, encoded = ''] = server.requests[0]?.headers.authorization?.split(' ') ?? [];
    expect(Buffer.from(encoded, 'base64').toString()).toBe('ключ:пароль-😀:x');
  });

  test('the token is sent as it is', async () => {
    const server = await resource();
    await teamAt(server.url).alerts.get('a-1');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  test.each(['', '/', '///', '/gateway', '/gateway/'])(
    'a base URL that ends in "%s" is joined cleanly',
    async (end) => {
      const server = await resource();
      await teamAt(server.url + end).alerts.get('a-1');
      expect(server.requests[0]?.url).toBe(`${end.replace(/\/+$/, '')}/api/v2/alerts/a-1`);
    },
  );

  test('a fetch of the caller is used, and one that is put in place later too', async () => {
    const seen: string[] = [];
    const answer = () => Response.json({ data: { id: 'a-1' } });
    const fetch = async (url: string) => {
      seen.push(url);
      return answer();
    };
    await createObservabilityClient({ baseUrl: 'https://api.example', token: TOKEN, fetch }).alerts.get(
      'a-1',
    );
    expect(seen).toEqual(['https://api.example/api/v2/alerts/a-1']);
  });
});

describe('what is refused before it is sent', () => {
  const hostile: readonly unknown[] = ['', '.', '..', undefined, null, 7, {}];

  test.each(hostile)('%j as a path parameter, in resources and in the raw layer', async (pipeId) => {
    const server = await resource();
    const client = createManagementClient({ baseUrl: server.url, keyId: 'key', keySecret: 'secret' });
    const path = { ...SCOPE, pipeId: pipeId as string };
    await expect(client.service(SCOPE).pipes.get(pipeId as string)).rejects.toThrow(/pipeId must be/);
    const template = '/v1/organizations/{organizationId}/services/{serviceId}/pipes/{pipeId}';
    await expect(client.raw.GET(template, { params: { path } })).rejects.toThrow(/pipeId must be/);
    await expect(client.raw.GET(template, {} as never)).rejects.toThrow(/organizationId must be/);
    expect(server.requests).toEqual([]);
  });

  test('a path parameter cannot leave its segment', async () => {
    const server = await resource();
    await serviceAt(server.url).pipes.get('../../x?y#z%2f{serviceId}');
    expect(server.requests[0]?.url).toBe(`${SERVICE}/pipes/..%2F..%2Fx%3Fy%23z%252f%7BserviceId%7D`);
  });

  test.each([
    'api.example',
    '/v1',
    'ftp://api.example',
    'https://user:hunter2@api.example',
    'https://api.example?x=1',
    'https://api.example#x',
  ])('the base URL %s', (baseUrl) => {
    const create = () => createObservabilityClient({ baseUrl, token: TOKEN });
    expect(create).toThrow(/^baseUrl must/);
    expect(create).not.toThrow(/hunter2/);
  });

  test.each([
    { keyId: 'a:b', keySecret: 'hunter2' },
    { keyId: '', keySecret: 'hunter2' },
    { keyId: 'key', keySecret: '' },
    { keyId: 'key', keySecret: 'hunter2\r\nX-Injected: 1' },
    { keyId: 'key', keySecret: undefined as never },
  ])('the API key $keyId', (key) => {
    const create = () => createManagementClient({ baseUrl: 'https://api.example', ...key });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(/hunter2/);
  });

  test.each(['', 'hunter2 two', 'hunter2\n', 'hünter2', undefined])('the token %j', (token) => {
    const create = () =>
      createObservabilityClient({ baseUrl: 'https://api.example', token: token as string });
    expect(create).toThrow(/^token must be/);
    expect(create).not.toThrow(/hunter2|hünter2/);
  });

  test('a body that is no JSON says so itself', async () => {
    const server = await resource();
    const body: Record<string, unknown> = {};
    body.self = body;
    await expect(serviceAt(server.url).pipes.update(PIPE_ID, body)).rejects.toThrow(InvalidArgumentError);
    expect(server.requests).toEqual([]);
  });
});
