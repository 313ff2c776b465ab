import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, ServerResponse } from 'node:http';
import type { OpenApiDocument } from '@penstock/contract/reader';
import { type AnyHandler, assembleServer, type SurfaceParts } from '@penstock/server/contracts';
import { type MockOperation, readMockOperations } from './contract/operations.ts';
import { SURFACE, servedContract, servedId } from './contract/served-contract.ts';
import { createHandler } from './responses/handlers.ts';
import { createPrism } from './responses/prism.ts';

/** Every credential belongs to this principal. */
const ANYONE = { id: 'anyone' };

/** The response of the request that is being handled. Handlers do not get it from the server. */
const currentResponse = new AsyncLocalStorage<ServerResponse>();

/**
 * Creates a server of some documents, with handlers that send their examples.
 *
 * @throws Error (rejects) if the documents cannot be served.
 */
export async function createMockApp(documents: readonly OpenApiDocument[]): Promise<RequestListener> {
  const operations = documents.flatMap(readMockOperations);
  const surface: SurfaceParts = {
    handlers: createHandlers(operations),
    security: { basic: () => ANYONE, bearer: () => ANYONE },
  };
  const app = await assembleServer(servedContract(operations), new Map([[SURFACE, surface]]), {
    validation: 'compiled',
    // The examples are sent as they are written.
    validateResponses: false,
    // Validators compile at their first call, and a self-test would compile all.
    selfTest: false,
    anonymous: ANYONE,
    cors: { origins: ['*'], maxAgeSeconds: 600 },
    rateLimit: { requests: 100, windowSeconds: 10, store: UNLIMITED },
  });
  return (request, response) => currentResponse.run(response, () => app(request, response));
}

/** Counts every request as the first one. */
const FIRST_REQUEST = { totalHits: 1, resetTime: undefined };
const UNLIMITED = { increment: () => FIRST_REQUEST };

function createHandlers(operations: readonly MockOperation[]): Record<string, AnyHandler> {
  const prism = createPrism();
  const handlers = operations.map((operation) => {
    const read = operations.find(({ path, method }) => path === operation.path && method === 'get');
    return [servedId(operation), createHandler(operation, read, prism, setRequestId)] as const;
  });
  return Object.fromEntries(handlers.toReversed());
}

/** An example has a request id, and the header of a response equals the id in its body (D-09). */
function setRequestId(requestId: string): void {
  currentResponse.getStore()?.setHeader('X-Request-Id', requestId);
}
