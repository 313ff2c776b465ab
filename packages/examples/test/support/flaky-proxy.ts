import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a proxy that rejects the first request with 503 and forwards all others. Returns its URL. */
export async function startFlakyProxy(target: string): Promise<string> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    if (requests === 1) {
      response.writeHead(503, { 'retry-after': '0' }).end();
      return;
    }
    const { method = 'GET', url = '/', headers } = request;
    const forwarded = send(`${target}${url}`, { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    request.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
