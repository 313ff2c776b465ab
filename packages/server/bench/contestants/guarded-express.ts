import { createServer, type Server } from 'node:http';
import { parse } from 'basic-auth';
import express, { type RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isKey, RATE_LIMIT } from '../credentials.ts';
import { servePipes } from './express.ts';

/** Express with the same authentication and rate limit, by the same libraries, and without validation. */
export function createGuardedExpress(): Server {
  const app = express();
  app.use(authenticate);
  app.use(limitRate);
  app.use(express.json());
  servePipes(app);
  return createServer(app);
}

const limiter = new RateLimiterMemory({ points: RATE_LIMIT.requests, duration: RATE_LIMIT.windowSeconds });

const limitRate: RequestHandler = async (request, response, next) => {
  const { remainingPoints, msBeforeNext } = await limiter.consume(
    parse(request.headers.authorization ?? '')?.name ?? '',
  );
  response.set('RateLimit', `"default"; r=${remainingPoints}; t=${Math.ceil(msBeforeNext / 1000)}`);
  next();
};

const authenticate: RequestHandler = (request, response, next) => {
  const credentials = parse(request.headers.authorization ?? '');
  if (credentials !== undefined && isKey(credentials.name, credentials.pass)) return next();
  response.set('WWW-Authenticate', 'Basic realm="bench"').sendStatus(401);
};
