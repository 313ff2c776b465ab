import { createServer, type Server } from 'node:http';
import { assembleServer } from '../../src/assembly.ts';
import { type Contract, penstockContract } from '../../src/contract.ts';
import type { AnyHandler } from '../../src/endpoint.ts';
import { silentLogger } from '../../src/logger.ts';
import type { ServerOptions } from '../../src/server-options.ts';
import { validResponse } from '../../test/support/examples.ts';
import { isKey, RATE_LIMIT } from '../credentials.ts';
import { foundPipe, PIPE_VERSION, type PipeParams, updatedPipe } from '../pipes.ts';

type Handlers = Readonly<Record<string, AnyHandler>>;

const PIPES: Handlers = {
  getPipe: ({ params }, { requestId }) => ({
    status: 200,
    body: foundPipe(params as unknown as PipeParams, requestId),
    headers: { ETag: PIPE_VERSION },
  }),
  updatePipe: ({ params, body }, { requestId }) => ({
    status: 200,
    body: updatedPipe(params as unknown as PipeParams, body as object, requestId),
    headers: { ETag: PIPE_VERSION },
  }),
};

/** Ours, with every operation of the surface. It always authenticates and counts. */
export function createPenstock(options: ServerOptions): Promise<Server> {
  const operationIds = penstockContract.operations
    .filter(({ surface }) => surface === 'management')
    .map(({ operationId }) => operationId);
  const examples = operationIds.map((operationId) => [operationId, exampleHandler(operationId)]);
  return servePenstock(penstockContract, { ...Object.fromEntries(examples), ...PIPES }, options);
}

/** Ours, for the `/v1` surface of any contract. */
export async function servePenstock(
  contract: Contract,
  handlers: Handlers,
  options: ServerOptions,
): Promise<Server> {
  const security = {
    basicAuth: ({ username, password }: { username: string; password: string }) =>
      isKey(username, password) ? { id: username } : undefined,
  };
  const surfaces = new Map([['management' as const, { handlers, security }]]);
  const common = { rateLimit: RATE_LIMIT, logger: silentLogger };
  return createServer(await assembleServer(contract, surfaces, { ...common, ...options }));
}

function exampleHandler(operationId: string): AnyHandler {
  const response = validResponse(operationId);
  return () => response;
}
