import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenApiDocument } from '@penstock/contract/documents';
import type { MockAnswer } from './answers/answer.ts';
import { allowCrossOrigin, answerPreflight, isPreflight } from './answers/cross-origin.ts';
import { createFrontDoor } from './answers/front-door.ts';
import { internalError, problemAnswer } from './answers/problem.ts';
import { packagedContract } from './contract/packaged-contract.ts';

export interface MockOptions {
  /** The address to listen on. 127.0.0.1 if none is given. */
  readonly host?: string | undefined;
  /** The port to listen on. 4010 if none is given; 0 takes a free one. */
  readonly port?: number | undefined;
  /** Bundled OpenAPI documents to answer for. Those of the contract package if none are given. */
  readonly documents?: readonly OpenApiDocument[] | undefined;
}

export interface Mock {
  /** Where the mock is, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /**
   * Answers for other documents from now on. Requests under way are answered from those that they came to.
   *
   * @throws Error if they cannot be served; then nothing has changed.
   */
  use(documents: readonly OpenApiDocument[]): void;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 4010;

/** Starts a server that answers for both surfaces with the examples of the contract. */
export async function startMock({
  host = DEFAULT_HOST,
  port = DEFAULT_PORT,
  documents = packagedContract(),
}: MockOptions = {}): Promise<Mock> {
  let answerOf = createFrontDoor(documents);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowCrossOrigin(response);
    if (isPreflight(request)) return answerPreflight(request, response);
    write(response, await answerOf(request).catch((reason: unknown) => problemAnswer(internalError(reason))));
    // What a refusal left unread would otherwise be taken for the next request of the connection.
    request.resume();
  }

  const server = createServer((request, response) => void handle(request, response));
  await listening(server, host, port);
  return {
    url: urlOf(server.address() as AddressInfo),
    use: (others) => {
      answerOf = createFrontDoor(others);
    },
    close: () => closed(server),
  };
}

function write(response: ServerResponse, { status, headers, body }: MockAnswer): void {
  if (response.destroyed) return;
  response.statusCode = status;
  response.setHeaders(new Headers(headers));
  response.setHeader('X-Request-Id', (body as { requestId?: string } | undefined)?.requestId ?? randomUUID());
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
