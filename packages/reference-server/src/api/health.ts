import type { RequestHandler } from 'express';
import type { EngineHealth } from '../runtime/engine.ts';

/** The reason that a process is not ready for requests. */
export type NotReadyReason = 'draining' | 'database' | 'migrations' | 'storage';

/** `/livez`: the process responds. A supervisor restarts it otherwise. Needs no credentials. */
export const livez: RequestHandler = (_request, response) => {
  response.json({ status: 'ok' });
};

/**
 * `/readyz`: the process is ready for requests. A load balancer avoids it otherwise. Needs no credentials. It reports the
 * engine as well, whose failures leave the API usable.
 */
export function readyz(
  findReason: () => Promise<NotReadyReason | undefined>,
  engineHealth: () => Promise<EngineHealth>,
): RequestHandler {
  return async (_request, response) => {
    const [reason, engine] = await Promise.all([findReason(), engineHealth()]);
    if (reason === undefined) response.json({ status: 'ok', engine });
    else response.status(503).json({ status: 'unavailable', reason, engine });
  };
}
