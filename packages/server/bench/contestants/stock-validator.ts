import { createServer, type Server } from 'node:http';
import { contractDocument } from '@penstock/contract/documents';
import { parse } from 'basic-auth';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenApiDocument } from '../../src/contract.ts';
import { isKey } from '../credentials.ts';
import { servePipes } from './express.ts';

interface Checks {
  readonly validateResponses: boolean;
}

/** express-openapi-validator as its README mounts it, with the whole document of the surface. */
export function createStockValidator({ validateResponses }: Checks): Server {
  const app = createValidatedApp(contractDocument('management'), validateResponses);
  servePipes(app);
  app.use(handleErrors);
  return createServer(app);
}

/** An app that validates everything that its routes will serve. */
export function createValidatedApp(document: OpenApiDocument, validateResponses = false): Express {
  const app = express();
  app.use(express.json());
  app.use(
    middleware({
      // The library's types know only part of OpenAPI 3.1.
      apiSpec: document as unknown as Parameters<typeof middleware>[0]['apiSpec'],
      validateRequests: true,
      validateResponses,
      validateSecurity: { handlers: { basicAuth: ({ headers }) => isCaller(headers.authorization) } },
    }),
  );
  return app;
}

function isCaller(authorization: string | undefined): boolean {
  const credentials = parse(authorization ?? '');
  return credentials !== undefined && isKey(credentials.name, credentials.pass);
}

const handleErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ message: error.message, errors: error.errors });
};
