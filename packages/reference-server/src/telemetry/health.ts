import { Router } from 'express';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** `/livez`: the process answers. `/readyz`: the database answers too. Neither needs credentials. */
export function healthRoutes(db: Database): Router {
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    try {
      await sql`select 1`.execute(db);
      response.json({ status: 'ok' });
    } catch {
      response.status(503).json({ status: 'unavailable' });
    }
  });
  return router;
}
