import type { RequestHandler } from 'express';

/** The reason that a process is not ready for requests. */
export type NotReadyReason = 'draining' | 'database' | 'migrations';

/** `/livez`: the process responds. A supervisor restarts it otherwise. Needs no credentials. */
export const livez: RequestHandler = (_request, response) => {
  response.json({ status: 'ok' });
};

/** `/readyz`: the process is ready for requests. A load balancer avoids it otherwise. Needs no credentials. */
export function readyz(findReason: () => Promise<NotReadyReason | undefined>): RequestHandler {
  return async (_request, response) => {
    const reason = await findReason();
    if (reason === undefined) response.json({ status: 'ok' });
    else response.status(503).json({ status: 'unavailable', reason });
  };
}
