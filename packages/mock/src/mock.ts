import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations } from '@penstock/contract';
import { allowCrossOrigin, answerPreflight, isPreflight } from './cross-origin.ts';
import { mockDocuments } from './documents.ts';
import { createFrontDoor } from './front-door.ts';
import { createPrism, type MockAnswer } from './prism.ts';
import { contractRoutes } from './routes.ts';

export interface MockOptions {
  /** The address to listen on. 127.0.0.1 if none is given. */
  readonly host?: string | undefined;
  /** The port to listen on. 4010 if none is given; 0 takes a free one. */
  readonly port?: number | undefined;
}

export interface Mock {
  /** Where the mock is, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 4010;

/** Starts a server that answers for both surfaces with the examples of the contract. */
export async function startMock({
  host = DEFAULT_HOST,
  port = DEFAULT_PORT,
}: MockOptions = {}): Promise<Mock> {
  const documents = mockDocuments();
  const prism = await createPrism(documents);
  const answerOf = createFrontDoor(prism, contractRoutes());

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowCrossOrigin(response);
    if (isPreflight(request)) return answerPreflight(request, response);
    const answer = await answerOf(request).catch(() =>
      prism.example(operations.getPipe, 500, 'internal_error'),
    );
    write(response, answer);
    // What a refusal left unread would otherwise be taken for the next request of the connection.
    request.resume();
  }

  const server = createServer((request, response) => void handle(request, response));
  await listening(server, host, port);
  return { url: urlOf(server.address() as AddressInfo), close: () => closed(server) };
}

function write(response: ServerResponse, { status, headers, body }: MockAnswer): void {
  if (response.destroyed) return;
  response.statusCode = status;
  response.setHeaders(new Headers(headers));
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
