import type { Express } from 'express';
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { readSchemaVersion } from '../storage/schema-version.ts';
import type { Dependencies } from './dependencies.ts';
import { livez, readyz, type Unready } from './health.ts';

/**
 * Adds the routes that every process has for those who watch it; none of them needs credentials. To the app itself: a
 * router that does not have the path of a request holds it up for a turn of the event loop.
 */
export function addObservationRoutes(
  app: Express,
  { storage, metrics }: Dependencies,
  isDraining: () => boolean,
): Express {
  return app
    .get('/livez', livez)
    .get(
      '/readyz',
      readyz(async () => (isDraining() ? 'draining' : unreadiness(storage.db))),
    )
    .get('/metrics', metrics.handler);
}

async function unreadiness(db: Kysely<Schema>): Promise<Unready | undefined> {
  try {
    const { applied, known } = await readSchemaVersion(db);
    return applied === known ? undefined : 'migrations';
  } catch {
    return 'database';
  }
}
