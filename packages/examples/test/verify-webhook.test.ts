import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createObservabilityClient } from '@penstock/client';
import { openTestServer } from '@penstock/reference-server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { isAuthentic } from '../src/verify-webhook.ts';
import { startExample } from './support/run-example.ts';

/** The test vector that the authors of Standard Webhooks publish. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  seconds: 1_614_265_330,
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
};

test('the published test vector is authentic, and a change of any part is not', () => {
  const { secret, body, seconds } = VECTOR;
  const headers = new Headers(VECTOR.headers);
  const now = seconds * 1000;
  expect(isAuthentic(headers, body, secret, now)).toBe(true);
  expect(isAuthentic(headers, `${body} `, secret, now)).toBe(false);
  expect(isAuthentic(headers, body, 'whsec_AAAA', now)).toBe(false);
  expect(isAuthentic(headers, body, secret, now + 10 * 60_000)).toBe(false);
  expect(isAuthentic(new Headers(), body, secret, now)).toBe(false);
});

test('a signed notification is accepted and printed once, and an unsigned one is rejected', async () => {
  const secret = `whsec_${Buffer.from('a key of this test').toString('base64')}`;
  const environment = { PENSTOCK_WEBHOOK_SECRET: secret, PENSTOCK_PORT: '0' };
  const receiver = startExample('verify-webhook.ts', { environment });
  const url = await receiver.url;
  const data = { alertId: 'a1', alertName: 'Error rate' };
  const body = JSON.stringify({ type: 'alert.firing', eventId: 'm1', data });
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', 'a key of this test')
    .update(`m1.${seconds}.${body}`)
    .digest('base64');
  const headers = {
    'webhook-id': 'm1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
  for (const _delivery of ['first', 'repeated'])
    expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(204);
  expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
  await expect.poll(receiver.stdout).toContain('received alert.firing of Error rate\n');
  expect(receiver.stdout().match(/received/g)).toHaveLength(1);
});

const SECRET = `whsec_${Buffer.from('a key of this test, which the receiver knows').toString('base64')}`;
const NEW_SECRET = `whsec_${Buffer.from('the key after it, which it does not know yet').toString('base64')}`;

/** A server that may notify receivers of this machine. */
async function openServer() {
  const server = await openTestServer({ environment: { PENSTOCK_WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } });
  onTestFinished(server.stop);
  const { token } = server.credentials.observability;
  return createObservabilityClient({ baseUrl: server.url, token }).webhooks;
}

test('deliveries of a server are accepted, also while the secret is changed', async () => {
  const webhooks = await openServer();
  const receiver = startExample('verify-webhook.ts', {
    environment: { PENSTOCK_WEBHOOK_SECRET: SECRET, PENSTOCK_PORT: '0' },
  });
  const webhook = { name: 'Ours', url: await receiver.url };
  const { id } = await webhooks.create({ ...webhook, secret: SECRET });
  expect(await webhooks.test(id)).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
  await webhooks.update(id, { ...webhook, secret: NEW_SECRET });
  expect((await webhooks.test(id)).state).toBe('delivered');
  await webhooks.update(id, { ...webhook, secret: `whsec_${Buffer.alloc(32).toString('base64')}` });
  expect(await webhooks.test(id)).toMatchObject({ state: 'failed', attempts: [{ status: 401 }] });
  await expect.poll(receiver.stdout).toContain('received webhook.test of Error rate of the checkout\n');
});

test('the function of the guide verifies a delivery of a server', async () => {
  const webhooks = await openServer();
  const received: { headers: Headers; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: new Headers(request.headers as HeadersInit), body: await text(request) });
    response.end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { id } = await webhooks.create({ name: 'Ours', url, secret: SECRET });
  await webhooks.test(id);
  const [delivery] = received;
  const isFromPenstock = await functionOfGuide();
  expect(delivery && isFromPenstock(delivery.headers, delivery.body, SECRET)).toBe(true);
  expect(delivery && isFromPenstock(delivery.headers, delivery.body, NEW_SECRET)).toBe(false);
});

async function functionOfGuide(): Promise<typeof isAuthentic> {
  const guide = new URL('../../../openapi/description/guides/webhook-deliveries.md', import.meta.url);
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(guide, 'utf8')) ?? [];
  const module = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`;
  const { isFromPenstock } = (await import(/* @vite-ignore */ module)) as {
    isFromPenstock: typeof isAuthentic;
  };
  return isFromPenstock;
}
