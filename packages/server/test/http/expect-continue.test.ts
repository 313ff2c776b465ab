import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { contractOfPaths, pathOf } from '../support/examples.ts';
import { credentialFor, startServer, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

/** Sends the head of a request that expects 100 Continue, and returns what the server sends first. */
async function firstResponse(headers: Record<string, string>) {
  const server = await startServer({ contract: contractOfPaths('createPipe') });
  const request = sendRequest(`${server.url}${pathOf('createPipe')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue', ...headers },
  });
  onTestFinished(() => void request.destroy());
  const continued = once(request, 'continue').then(() => 100);
  const responded = once(request, 'response').then(([response]) => response);
  request.flushHeaders();
  return { request, responded, first: await Promise.race([continued, responded]) };
}

test('without a credential: 401 without 100 Continue, and the connection ends', async () => {
  const { first } = await firstResponse({});
  expect(first.statusCode).toBe(401);
  expect(first.headers.connection).toBe('close');
});

test('with another media type: 415 without 100 Continue', async () => {
  const { first } = await firstResponse({
    authorization: credentialFor('management'),
    'content-type': 'text/plain',
  });
  expect(first.statusCode).toBe(415);
});

test('with a credential: 100 Continue, then the response on a persistent connection', async () => {
  const { first, request, responded } = await firstResponse({
    authorization: credentialFor('management'),
    connection: 'keep-alive',
  });
  expect(first).toBe(100);
  request.end('{}');
  const response = await responded;
  expect(response.statusCode).toBe(400);
  expect(response.headers.connection).toBe('keep-alive');
});
