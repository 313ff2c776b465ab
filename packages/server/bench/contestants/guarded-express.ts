import { createServer, type Server } from 'node:http';
import { parse } from 'basic-auth';
import express, { type RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { isKey, RATE_LIMIT } from '../credentials.ts';
import { servePipes } from './express.ts';

/** Express with the same authentication and the same rate limit as ours, by the same libraries; it validates nothing. */
export function createGuardedExpress(): Server {
  const app = express();
  app.use(authenticate);
  app.use(
    rateLimit({
      limit: RATE_LIMIT.requests,
      windowMs: RATE_LIMIT.windowSeconds * 1000,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator: (request) => parse(request.headers.authorization ?? '')?.name ?? '',
    }),
  );
  app.use(express.json());
  servePipes(app);
  return createServer(app);
}

const authenticate: RequestHandler = (request, response, next) => {
  const credentials = parse(request.headers.authorization ?? '');
  if (credentials !== undefined && isKey(credentials.name, credentials.pass)) return next();
  response.set('WWW-Authenticate', 'Basic realm="bench"').sendStatus(401);
};
