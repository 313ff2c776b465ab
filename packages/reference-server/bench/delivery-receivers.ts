import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';

// A thread of its own with one receiver per given kind. It posts their URLs first, and then the eventId of each request.

export type Kind = 'hangs' | 'closes' | 'fails' | 'works';

const RESPONSES: Readonly<Record<Kind, (response: ServerResponse) => unknown>> = {
  hangs: () => {},
  closes: (response) => response.socket?.destroy(),
  fails: (response) => response.writeHead(500).end(),
  works: (response) => response.writeHead(204).end(),
};

const urls = await Promise.all((workerData as Kind[]).map(startReceiver));
parentPort?.postMessage(urls);

async function startReceiver(kind: Kind): Promise<string> {
  const server = createServer(async (request, response) => {
    if (kind === 'works') parentPort?.postMessage(request.headers['webhook-id']);
    await text(request);
    RESPONSES[kind](response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
