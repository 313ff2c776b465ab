/*
 * Receives webhooks and verifies their signatures (Standard Webhooks).
 * Run: PENSTOCK_WEBHOOK_SECRET=whsec_… PENSTOCK_PORT=8082 node packages/examples/src/verify-webhook.ts
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AlertNotification } from '@penstock/client';
import { requiredVariable } from './required-variable.ts';

const TOLERANCE_SECONDS = 5 * 60;

/** Whether the server that knows the secret sent these bytes within the last five minutes. */
export function isAuthentic(headers: Headers, body: string, secret: string, now = Date.now()): boolean {
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  const signatures = headers.get('webhook-signature')?.split(' ') ?? [];
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!id || !timestamp || !(age < TOLERANCE_SECONDS)) return false;

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((received) => received.length === expected.length && timingSafeEqual(received, expected));
}

if (import.meta.main) {
  const secret = requiredVariable('PENSTOCK_WEBHOOK_SECRET');
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    // The signature covers the bytes as they were sent, so the body is parsed after the verification.
    const body = await text(request);
    const headers = new Headers(request.headers as Record<string, string>);
    if (!isAuthentic(headers, body, secret)) return response.writeHead(401).end();
    const { type, eventId, data }: AlertNotification = JSON.parse(body);
    // A notification may arrive more than once.
    if (!seen.has(eventId)) {
      console.log(`received ${type} of ${data.alertName ?? data.alertId}`);
      console.log(JSON.stringify(data, undefined, 2));
    }
    seen.add(eventId);
    return response.writeHead(204).end();
  });
  server.listen(Number(requiredVariable('PENSTOCK_PORT')), '127.0.0.1', () =>
    console.log(`Listening on http://127.0.0.1:${(server.address() as { port: number }).port}`),
  );
}
