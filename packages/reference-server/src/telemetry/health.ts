import { Router } from 'express';

/** Why a process must get no requests now. */
export type Unready = 'draining' | 'database' | 'migrations';

/**
 * `/livez`: the process answers; whoever watches it restarts it otherwise. `/readyz`: it wants requests; a balancer sends
 * them elsewhere otherwise. Neither needs credentials or tells more than its caller has to know.
 */
export function healthRoutes(findUnready: () => Promise<Unready | undefined>): Router {
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const reason = await findUnready();
    if (reason === undefined) response.json({ status: 'ok' });
    else response.status(503).json({ status: 'unavailable', reason });
  });
  return router;
}
