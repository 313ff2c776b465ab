import type { PipeFailure } from '@penstock/engine';
import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { definePipe } from '../../src/pipes/plan.ts';
import { type DatabaseLocation, openDatabase } from '../../src/storage/database.ts';
import { createVault } from '../../src/storage/encryption.ts';
import type { Schema } from '../../src/storage/schema.ts';
import type { PipeWithSecrets } from '../../src/worker/stored-pipe.ts';
import { requestExample } from './examples.ts';

export const VAULT = createVault([{ id: 'test', key: Buffer.alloc(32, 1) }]);
export const NOW = '2026-01-02T03:04:05.678Z';
export const SERVICE = 'service-1';
export const FAILURE: PipeFailure = { code: 'internal_error', message: 'It is "broken".', at: NOW };

/** A database that is closed when the test is finished. */
export async function openForTest(location: DatabaseLocation): Promise<Kysely<Schema>> {
  const { db } = await openDatabase(location);
  onTestFinished(() => db.destroy());
  return db;
}

/** A database with a service to have pipes in. */
export async function openWithService(location: DatabaseLocation): Promise<Kysely<Schema>> {
  const db = await openForTest(location);
  const named = { name: 'One', created_at: NOW };
  await db
    .insertInto('organizations')
    .values({ id: 'organization-1', ...named })
    .execute();
  await db
    .insertInto('services')
    .values({ id: SERVICE, organization_id: 'organization-1', database_prefix: '', ...named })
    .execute();
  return db;
}

let made = 0;

/** A pipe as a creation leaves it, with an id that is greater than those before. */
export function newPipe(
  changes: Partial<PipeWithSecrets> & { name?: string; kind?: string } = {},
): PipeWithSecrets {
  made += 1;
  const id = `pipe-${String(made).padStart(6, '0')}`;
  const { name = `Pipe ${made}`, kind = 'kafka', ...rest } = changes;
  const plan = definePipe(requestExample('createPipe', kind), id);
  return {
    id,
    serviceId: SERVICE,
    definition: { ...plan.definition, name },
    secrets: plan.secrets,
    state: 'Provisioning',
    desiredState: 'Running',
    observedState: null,
    initialized: false,
    generation: 1,
    failure: null,
    deliveryGuarantee: null,
    version: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...rest,
  };
}
