import { describe, expect, test } from 'vitest';
import { createManagementClient, InvalidArgumentError } from '../src/index.ts';
import { requestExamples } from './support/request-examples.ts';
import { PIPE_ID, SCOPE, serviceAt, teamAt } from './support/scope.ts';
import { startResourceServer, startScriptedServer } from './support/scripted-server.ts';

const SERVICE = `/v1/organizations/${SCOPE.organizationId}/services/${SCOPE.serviceId}`;

describe('a request', () => {
  test('has the method, path and body of its operation', async () => {
    const server = await startResourceServer();
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

  test('of a list has only the given parameters, and returns a page', async () => {
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

  test('has the idempotency key and the version as headers, only if they are given', async () => {
    const server = await startResourceServer();
    const { pipes } = serviceAt(server.url);
    await pipes.update(PIPE_ID, { name: 'New' }, { ifMatch: '"7"' });
    await teamAt(server.url).alerts.create({} as never, { idempotencyKey: 'once' });
    const [update, create] = server.requests;
    expect(update?.headers).toMatchObject({ 'if-match': '"7"', 'content-type': 'application/json' });
    expect(update?.headers).not.toHaveProperty('idempotency-key');
    expect(create?.headers).toMatchObject({ 'idempotency-key': 'once' });
  });
});

describe('an invalid argument is rejected before it is sent:', () => {
  const hostile: readonly unknown[] = ['', '.', '..', undefined, null, 7, {}];

  test.each(hostile)('%j as a path parameter, in resources and in the raw layer', async (pipeId) => {
    const server = await startResourceServer();
    const client = createManagementClient({ baseUrl: server.url, keyId: 'key', keySecret: 'secret' });
    const path = { ...SCOPE, pipeId: pipeId as string };
    await expect(client.service(SCOPE).pipes.get(pipeId as string)).rejects.toThrow(/pipeId must be/);
    const template = '/v1/organizations/{organizationId}/services/{serviceId}/pipes/{pipeId}';
    await expect(client.raw.GET(template, { params: { path } })).rejects.toThrow(/pipeId must be/);
    await expect(client.raw.GET(template, {} as never)).rejects.toThrow(/organizationId must be/);
    expect(server.requests).toEqual([]);
  });

  test('a path parameter cannot leave its segment', async () => {
    const server = await startResourceServer();
    await serviceAt(server.url).pipes.get('../../x?y#z%2f{serviceId}');
    expect(server.requests[0]?.url).toBe(`${SERVICE}/pipes/..%2F..%2Fx%3Fy%23z%252f%7BserviceId%7D`);
  });

  test('a body that is not JSON', async () => {
    const server = await startResourceServer();
    const body: Record<string, unknown> = {};
    body.self = body;
    await expect(serviceAt(server.url).pipes.update(PIPE_ID, body)).rejects.toThrow(InvalidArgumentError);
    expect(server.requests).toEqual([]);
  });
});
