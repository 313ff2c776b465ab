import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { expect, test } from 'vitest';
import { listen } from '../../src/api/listen.ts';
import { requestExample } from '../support/examples.ts';
import { startProcess, temporaryFolder } from '../support/test-server.ts';

const BODY = JSON.stringify(requestExample('createAlert', 'tile'));

test('on SIGTERM a running request finishes, new ones are rejected, and the process exits with 0', async () => {
  const folder = temporaryFolder();
  const server = await startProcess({ PENSTOCK_DATA: folder });
  const pending = await requestUnderWay(server.url, folder);
  const ended = server.kill('SIGTERM');
  await expect.poll(() => server.output()).toContain('Draining');
  await expect(fetch(`${server.url}/livez`)).rejects.toThrow();
  pending.end(BODY);
  const [response] = (await once(pending, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(await ended).toEqual({ code: 0, signal: null });
  await expect.poll(() => server.output()).toContain('Stopped');

  const database = new DatabaseSync(join(folder, 'penstock.db'));
  const stored = database.prepare('select count(*) as alerts from alerts').get();
  database.close();
  expect(stored).toEqual({ alerts: 1 });
});

test.each(['SIGTERM', 'SIGINT'] as const)('a second signal, %s, ends at once', async (signal) => {
  const folder = temporaryFolder();
  const server = await startProcess({ PENSTOCK_DATA: folder });
  const pending = await requestUnderWay(server.url, folder);
  const cutOff = once(pending, 'error');
  const ended = server.kill('SIGTERM');
  await expect.poll(() => server.output()).toContain('Draining');
  await server.kill(signal);
  expect(await ended).toEqual({ code: signal === 'SIGTERM' ? 143 : 130, signal: null });
  await cutOff;
});

test('a request that never ends is cut off when the time to drain is over', async () => {
  const reached = Promise.withResolvers<void>();
  const app = express().use(() => reached.resolve());
  const listening = await listen(app, '127.0.0.1', 0);
  const pending = fetch(listening.url);
  await reached.promise;
  await Promise.all([expect(pending).rejects.toThrow(), listening.drain(1, 1)]);
});

/** A creation whose head has arrived; its body is for the test to send. */
async function requestUnderWay(url: string, folder: string): Promise<ClientRequest> {
  const { token } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')).observability;
  const pending = request(`${url}/api/v2/alerts`, {
    agent: new Agent({ keepAlive: true }),
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(BODY),
      // The server sends 100 Continue when it has the head of the request, so the test knows that the request is running.
      expect: '100-continue',
    },
  });
  pending.flushHeaders();
  await once(pending, 'continue');
  return pending;
}
