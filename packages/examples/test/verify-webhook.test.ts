import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
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
