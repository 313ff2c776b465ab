import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A request as a receiver got it. */
interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The name that the client asked the certificate for. */
  readonly serverName: string | false | null | undefined;
}

/** Responds to a request, or not. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => unknown;

export interface TestReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  /** Closes the connections of requests that were not responded to. */
  disconnect(): void;
}

export const respond =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Accepts a request and never responds. */
export const hang: Behaviour = () => {};

/** Closes the connection without a response. */
export const close: Behaviour = (response) => response.socket?.destroy();

/** A receiver on a loopback port, until the test ends. */
export async function startReceiver(
  behaviour: Behaviour,
  tls?: { readonly certificate: string; readonly privateKey: string },
): Promise<TestReceiver> {
  const received: ReceivedRequest[] = [];
  const server: Server =
    tls === undefined ? createServer() : createTlsServer({ cert: tls.certificate, key: tls.privateKey });
  server.on('request', async (request, response) => {
    const { url: path = '', headers, socket } = request;
    const { servername } = socket as TLSSocket & { servername?: string | false | null };
    const seen = { path, headers, body: await text(request), serverName: servername };
    received.push(seen);
    await behaviour(response, seen);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}/hook`,
    port,
    received,
    disconnect: () => server.closeAllConnections(),
  };
}
