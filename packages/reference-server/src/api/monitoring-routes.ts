import type { Express } from 'express';
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { readSchemaVersion } from '../storage/schema-version.ts';
import { type CanWrite, writeProbe } from '../storage/write-probe.ts';
import type { Dependencies } from './dependencies.ts';
import { livez, type NotReadyReason, readyz } from './health.ts';

/**
 * Adds the monitoring routes that every process has; none of them needs credentials. They are added to the app itself,
 * because a router that does not match delays a request by a turn of the event loop.
 */
export function addMonitoringRoutes(
  app: Express,
  { storage, metrics, engine }: Dependencies,
  isDraining: () => boolean,
): Express {
  const canWrite = writeProbe(storage.db);
  return app
    .get('/livez', livez)
    .get(
      '/readyz',
      readyz(async () => (isDraining() ? 'draining' : notReadyReason(storage.db, canWrite)), engine.health),
    )
    .get('/metrics', metrics.handler);
}

async function notReadyReason(db: Kysely<Schema>, canWrite: CanWrite): Promise<NotReadyReason | undefined> {
  try {
    const { applied, known } = await readSchemaVersion(db);
    if (applied !== known) return 'migrations';
    return (await canWrite()) ? undefined : 'storage';
  } catch {
    return 'database';
  }
}
