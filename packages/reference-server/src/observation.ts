import { Router } from 'express';
import type { Kysely } from 'kysely';
import type { Foundation } from './foundation.ts';
import type { Schema } from './storage/schema.ts';
import { readSchemaVersion } from './storage/schema-version.ts';
import { healthRoutes, type Unready } from './telemetry/health.ts';

/** The routes that every process has for those who watch it; none of them needs credentials. */
export function observationRoutes({ storage, metrics }: Foundation, isDraining: () => boolean): Router {
  return Router()
    .use(healthRoutes(async () => (isDraining() ? 'draining' : unreadiness(storage.db))))
    .use(metrics.routes());
}

async function unreadiness(db: Kysely<Schema>): Promise<Unready | undefined> {
  try {
    const { applied, known } = await readSchemaVersion(db);
    return applied === known ? undefined : 'migrations';
  } catch {
    return 'database';
  }
}
