import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import express, { type Express } from 'express';
import { foundPipe, PIPE_ROUTE, PIPE_VERSION, updatedPipe } from '../pipes.ts';

/** Express as people write it: it believes every request, and has no route but the two that are measured. */
export function createExpress(): Server {
  const app = express();
  app.use(express.json());
  servePipes(app);
  return createServer(app);
}

/** The two operations, as people write them. */
export function servePipes(app: Express): void {
  app.get(PIPE_ROUTE, (request, response) => {
    response.set('ETag', PIPE_VERSION).json(foundPipe(request.params, randomUUID()));
  });
  app.patch(PIPE_ROUTE, (request, response) => {
    response.set('ETag', PIPE_VERSION).json(updatedPipe(request.params, request.body, randomUUID()));
  });
}
