import type { RequestHandler } from 'express';

/** Why a process must get no requests now. */
export type Unready = 'draining' | 'database' | 'migrations';

/** `/livez`: the process answers; whoever watches it restarts it otherwise. Needs no credentials. */
export const livez: RequestHandler = (_request, response) => {
  response.json({ status: 'ok' });
};

/**
 * `/readyz`: the process wants requests; a balancer sends them elsewhere otherwise. Needs no credentials, and tells no more
 * than its caller has to know.
 */
export function readyz(findUnready: () => Promise<Unready | undefined>): RequestHandler {
  return async (_request, response) => {
    const reason = await findUnready();
    if (reason === undefined) response.json({ status: 'ok' });
    else response.status(503).json({ status: 'unavailable', reason });
  };
}
