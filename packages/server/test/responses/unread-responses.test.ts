import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/index.ts';
import { silentLogger } from '../../src/logger.ts';
import { createUnreadResponses } from '../../src/responses/unread-responses.ts';

/** More than the buffers of the operating system take. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');

/** Sends requests and reads nothing. */
async function silentClient(port: number, requests = 1): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
  return socket;
}

async function listening(app: RequestListener, writeTimeoutSeconds = 60): Promise<number> {
  const { url, close } = await listen(app, { port: 0, writeTimeoutSeconds });
  onTestFinished(() => close(0));
  return Number(new URL(url).port);
}

test('above the limit the connection ends that has been unread for the longest time', async () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_fields: object, message: string) => warnings.push(message) };
  const unread = createUnreadResponses(logger, LARGE.length + LARGE.length / 2);
  const responses: ServerResponse[] = [];
  const port = await listening((_request, response) => {
    responses.push(response);
    response.end(LARGE);
    unread.count(response);
  });
  await silentClient(port);
  await expect.poll(() => responses.length).toBe(1);
  expect(warnings).toEqual([]);
  await silentClient(port);
  await expect.poll(() => responses.length).toBe(2);
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  expect(warnings).toHaveLength(1);
});

test('a response that was read does not count any more', async () => {
  const unread = createUnreadResponses(silentLogger, LARGE.length + LARGE.length / 2);
  const port = await listening((_request, response) => {
    response.end(LARGE);
    unread.count(response);
  });
  for (let count = 0; count < 3; count++) {
    const body = await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer();
    expect(body.byteLength).toBe(LARGE.length);
  }
});

test('of the requests on a connection only the first one is started while nothing is read', async () => {
  let started = 0;
  const port = await listening((_request, response) => {
    started += 1;
    response.end(LARGE);
  });
  const socket = await silentClient(port, 5);
  await fetch(`http://127.0.0.1:${port}`).then((response) => response.arrayBuffer());
  expect(started).toBe(2);
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  await expect.poll(() => bytes).toBeGreaterThan(5 * LARGE.length);
  expect(started).toBe(6);
});

test('a client that reads nothing is cut off after the write time-out', async () => {
  let closed: Promise<unknown> | undefined;
  const port = await listening((_request, response) => {
    closed = once(response, 'close');
    response.end(LARGE);
  }, 0.1);
  await silentClient(port);
  await expect.poll(() => closed).toBeDefined();
  await closed;
});

test('a slow app is not cut off by the write time-out', async () => {
  const waiting: ServerResponse[] = [];
  const port = await listening((_request, response) => void waiting.push(response), 0.1);
  const quick = await silentClient(port);
  await expect.poll(() => waiting.length).toBe(1);
  const timedOut = once(waiting[0]?.req.socket as Socket, 'timeout');
  await timedOut;
  waiting[0]?.end('late');
  quick.resume();
  const [chunk] = (await once(quick, 'data')) as [Buffer];
  expect(chunk.toString()).toContain('late');
});
