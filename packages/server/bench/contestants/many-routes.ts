import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { ServerOptions } from '../../src/server-options.ts';
import { foundPipe, PIPE_VERSION, type PipeParams } from '../pipes.ts';
import { madeUpContract } from './made-up-contract.ts';
import { servePenstock } from './penstock.ts';
import { createValidatedApp } from './stock-validator.ts';

/** Ours with the 300 routes. */
export function createPenstockWithManyRoutes(options: ServerOptions): Promise<Server> {
  const handlers = madeUpContract.operations.map(({ operationId }) => [operationId, getPipe]);
  return servePenstock(madeUpContract, Object.fromEntries(handlers), options);
}

/** express-openapi-validator as people mount it, with the 300 routes. */
export function createStockValidatorWithManyRoutes(): Server {
  const app = createValidatedApp(madeUpContract.document('management'));
  for (const { path } of madeUpContract.operations) {
    app.get(path.replaceAll(/\{(\w+)\}/g, ':$1'), (request, response) => {
      const params = request.params as unknown as PipeParams;
      response.set('ETag', PIPE_VERSION).json(foundPipe(params, randomUUID()));
    });
  }
  return createServer(app);
}

function getPipe({ params }: { params: unknown }, { requestId }: { requestId: string }) {
  return {
    status: 200,
    body: foundPipe(params as PipeParams, requestId),
    headers: { ETag: PIPE_VERSION },
  };
}
