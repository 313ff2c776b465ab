import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../../src/api/testing/test-server.ts';
import { create, expectProblem, newBody, resource, SURFACES } from '../../support/stack-surface.ts';
import { hang, respond, startReceiver } from '../../support/webhook-receiver.ts';

// Each test makes webhooks and receivers of its own on a server that all share.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ environment: { PENSTOCK_WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } });
});
afterAll(() => server.stop());

const WEBHOOK = resource('webhooks');

describe.each(SURFACES)('$name', (surface) => {
  const send: TestServer['call'] = (call) => surface.send(server, call);
  const make = (url: string, given: object = {}) =>
    create(surface, server, 'webhooks', {
      ...newBody(WEBHOOK),
      service: 'generic',
      body: undefined,
      url,
      ...given,
    });
  const testOf = (id: string, headers = {}) =>
    send({ method: 'POST', path: `/webhooks/${id}/test`, headers });
  const deliveriesOf = async (id: string, query = '') =>
    surface.in(await send({ path: `/webhooks/${id}/deliveries${query}` }));

  test('a test sends one notification with sample values, and returns the attempt', async () => {
    const { url, received } = await startReceiver(respond(200, {}, 'thanks'));
    const { id } = await make(url);
    const delivery = surface.in(await testOf(id));
    expect(delivery).toMatchObject({
      webhookId: id,
      type: 'webhook.test',
      state: 'delivered',
      attempts: [{ status: 200, responseBody: 'thanks' }],
    });
    expect(delivery).not.toHaveProperty('nextAttemptAt');
    expect(received).toHaveLength(1);
    const message = JSON.parse(received[0]?.body ?? '');
    expect(message).toMatchObject({ type: 'webhook.test', eventId: delivery.eventId });
    expect(message.data.tenantId).toBe(surface.tenantOf(server));
    expect(message.data.windowEnd).toBe(message.timestamp);
    expect(await deliveriesOf(id)).toEqual([delivery]);
    const read = await send({ path: `/webhooks/${id}/deliveries/${delivery.id}` });
    expect(surface.in(read)).toEqual(delivery);
  });

  test('a test is not repeated, whatever the receiver responds', async () => {
    const { url, received } = await startReceiver(respond(503));
    const { id } = await make(url);
    expect(surface.in(await testOf(id))).toMatchObject({ state: 'failed', attempts: [{ status: 503 }] });
    expect(received).toHaveLength(1);
  });

  test('a test with the same Idempotency-Key sends nothing, and returns the same delivery', async () => {
    const { url, received } = await startReceiver(respond(200));
    const [one, other] = [await make(url), await make(url)];
    const headers = { 'idempotency-key': `test-of-${one.id}` };
    const [first, second] = [await testOf(one.id, headers), await testOf(one.id, headers)];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(surface.in(second)).toEqual(surface.in(first));
    expect(received).toHaveLength(1);
    expectProblem(await testOf(other.id, headers), 409, 'idempotency_key_reused');
  });

  test('a test ends that a webhook is gone, and a PUT with another URL does as well', async () => {
    let status = 410;
    const { url } = await startReceiver((response) => response.writeHead(status).end());
    const { id } = await make(url);
    const path = `/webhooks/${id}`;
    const read = async () => surface.in(await send({ path }));
    const gone = surface.in(await testOf(id));
    expect((await read()).goneAt).toBe(gone.attempts[0].attemptedAt);
    const again = await send({ method: 'POST', path: `${path}/deliveries/${gone.id}/redeliver` });
    expect(again.status).toBe(200);
    await expect.poll(async () => (await deliveriesOf(id))[0].state).toBe('failed');
    expect((await deliveriesOf(id))[0].attempts[1].error).toContain('responded with 410');
    status = 200;
    expect(surface.in(await testOf(id)).state).toBe('delivered');
    expect(await read()).not.toHaveProperty('goneAt');
    status = 410;
    await testOf(id);
    const { name, service } = await read();
    const moved = await send({ method: 'PUT', path, body: { name, service, url: `${url}/moved` } });
    expect(surface.in(moved)).not.toHaveProperty('goneAt');
  });

  test('deliveries are listed newest first, by page and by state', async () => {
    let status = 200;
    const { url } = await startReceiver((response) => response.writeHead(status).end());
    const { id } = await make(url);
    const ids: string[] = [];
    for (status of [200, 500, 200, 500, 200]) ids.unshift(surface.in(await testOf(id)).id);
    const idsOf = (deliveries: { id: string }[]) => deliveries.map((delivery) => delivery.id);
    expect(idsOf(await deliveriesOf(id))).toEqual(ids);
    expect(idsOf(await deliveriesOf(id, '?state=failed'))).toEqual([ids[1], ids[3]]);
    expect(await deliveriesOf(id, '?state=unknown')).toEqual([]);
    const first = await send({ path: `/webhooks/${id}/deliveries?limit=2` });
    const cursor = surface.nextCursor(first);
    await testOf(id);
    expect(idsOf(await deliveriesOf(id, `?limit=2&cursor=${cursor}`))).toEqual(ids.slice(2, 4));
    const other = await make(url);
    const foreign = await send({ path: `/webhooks/${other.id}/deliveries?cursor=${cursor}` });
    expectProblem(foreign, 400, 'invalid_cursor');
  });

  test('a finished delivery is sent again with the same eventId, and a pending one is not', async () => {
    let status = 500;
    const { url, received } = await startReceiver((response) => response.writeHead(status).end());
    const { id } = await make(url);
    const delivery = surface.in(await testOf(id));
    const path = `/webhooks/${id}/deliveries/${delivery.id}`;
    status = 503;
    const headers = { 'idempotency-key': `redelivery-of-${delivery.id}` };
    const again = await send({ method: 'POST', path: `${path}/redeliver`, headers });
    expect(surface.in(again)).toMatchObject({
      id: delivery.id,
      state: 'pending',
      attempts: delivery.attempts,
    });
    await expect.poll(async () => surface.in(await send({ path })).attempts.length).toBe(2);
    const pending = surface.in(await send({ path }));
    expect(pending.state).toBe('pending');
    expect(Date.parse(pending.nextAttemptAt)).toBeGreaterThan(Date.parse(pending.attempts[1].attemptedAt));
    expectProblem(await send({ method: 'POST', path: `${path}/redeliver` }), 409, 'delivery_pending');
    const replayed = await send({ method: 'POST', path: `${path}/redeliver`, headers });
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(received.map((request) => request.headers['webhook-id'])).toEqual(Array(2).fill(delivery.eventId));
  });

  test('deliveries of another webhook and of unknown ones are not found', async () => {
    const { url } = await startReceiver(respond(200));
    const [one, other] = [await make(url), await make(url)];
    const { id } = surface.in(await testOf(one.id));
    for (const path of [`/webhooks/${other.id}/deliveries/${id}`, `/webhooks/${one.id}/deliveries/unknown`]) {
      expectProblem(await send({ path }), 404, 'resource_not_found');
      expectProblem(await send({ method: 'POST', path: `${path}/redeliver` }), 404, 'resource_not_found');
    }
    expectProblem(await testOf('unknown'), 404, 'resource_not_found');
    await send({ method: 'DELETE', path: `/webhooks/${one.id}` });
    expectProblem(await send({ path: `/webhooks/${one.id}/deliveries` }), 404, 'resource_not_found');
    expectProblem(await send({ path: `/webhooks/${one.id}/deliveries/${id}` }), 404, 'resource_not_found');
  });

  test('a webhook that is deleted during its test is not found', async () => {
    const { url, received, disconnect } = await startReceiver(hang);
    const { id } = await make(url);
    const testing = testOf(id);
    await expect.poll(() => received.length).toBe(1);
    await send({ method: 'DELETE', path: `/webhooks/${id}` });
    disconnect();
    expectProblem(await testing, 404, 'resource_not_found');
  });

  test('a changed secret signs next to the previous one', async () => {
    const { url, received } = await startReceiver(respond(200));
    const secret = 'whsec_ZXhhbXBsZS1vbmx5LW5vdC1hLXJlYWwtc2VjcmV0';
    const { id, name } = await make(url, { secret });
    const change = { name, url, secret: 'whsec_YW5vdGhlci1leGFtcGxlLW9mLWEtc2VjcmV0' };
    await testOf(id);
    await send({ method: 'PUT', path: `/webhooks/${id}`, body: change });
    await testOf(id);
    const signatures = received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
    expect(signatures).toEqual([1, 2]);
  });
});
