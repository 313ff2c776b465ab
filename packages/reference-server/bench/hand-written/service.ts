import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { authentication, type Key } from './authentication.ts';
import { checkByAjv } from './check-by-ajv.ts';
import { checkByOpenApiValidator } from './check-by-openapi-validator.ts';
import { listen } from './listen.ts';
import { type PipesTable, pipesTable } from './pipes-table.ts';
import { rateLimit } from './rate-limit.ts';
import { requestLog } from './request-log.ts';
import { requestMetrics } from './request-metrics.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * What a team writes that needs one operation of the contract and no stubs: Express 5 with the usual library for each duty
 * of the reference server. It responds to `getPipe` with the same bytes, except for the order of properties.
 */
export interface HandWrittenSettings {
  readonly validation: 'ajv' | 'express-openapi-validator';
  /** The file of its SQLite database. */
  readonly database: string;
  readonly key: Key;
  readonly rateLimit: number;
}

const PIPE = '/v1/organizations/:organizationId/services/:serviceId/pipes/:pipeId';

function createService(
  { validation, key, rateLimit: requests }: HandWrittenSettings,
  pipes: PipesTable,
): Express {
  const app = express().disable('x-powered-by');
  const { count, metrics } = requestMetrics();
  app.get('/metrics', metrics);
  app.use(requestLog, count, securityHeaders, authentication(key), rateLimit(requests));
  if (validation === 'express-openapi-validator') app.use(checkByOpenApiValidator());
  const check = validation === 'ajv' ? checkByAjv('getPipe') : undefined;
  app.get(PIPE, (request, response) => {
    check?.request(request);
    const { organizationId, serviceId, pipeId } = request.params as Readonly<Record<string, string>>;
    const pipe = organizationId === key.organizationId ? pipes.find(`${pipeId}`, `${serviceId}`) : undefined;
    if (pipe === undefined) throw Object.assign(new Error('The pipe does not exist.'), { status: 404 });
    const body = { status: 200, requestId: randomUUID(), result: pipe.content };
    check?.response(body);
    response.set('X-Request-Id', body.requestId).set('ETag', `"${pipe.version}"`).json(body);
  });
  return app.use(respondWithProblem);
}

const respondWithProblem: ErrorRequestHandler = (error, _request, response, _next) => {
  const status: number = error.status ?? 500;
  const detail = status < 500 ? error.message : undefined;
  response
    .status(status)
    .type('application/problem+json')
    .json({ status, title: STATUS_CODES[status], detail });
};

const settings: HandWrittenSettings = JSON.parse(process.argv[2] ?? '');
listen(createService(settings, pipesTable(settings.database)));
