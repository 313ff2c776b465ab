import type { Database } from '../storage/database.ts';
import type { Vault } from '../storage/encryption.ts';
import type { NewPipeRow, PipeRow } from '../storage/schema.ts';
import { sealedPlace } from '../storage/sealed-columns.ts';
import type { PipeState } from './life-cycle.ts';
import type { PipeDefinition, PipeRecord, PipeSecrets } from './pipe.ts';

/** The queries of pipes. Secrets are sealed on the way in and opened on the way out. */
export interface PipeRepository {
  insert(pipe: PipeRecord): Promise<void>;
  find(serviceId: string, pipeId: string): Promise<PipeRecord | undefined>;
  /** At most `limit` pipes that pass the filter, in the order of their creation, those after `afterId` if it is given. */
  list(
    serviceId: string,
    filter: PipeFilter,
    limit: number,
    afterId: string | undefined,
  ): Promise<PipeRecord[]>;
  /** For the reconciler, which works for all tenants. */
  findById(pipeId: string): Promise<PipeRecord | undefined>;
  /** The pipes whose state has work to be done. */
  idsAtWork(): Promise<string[]>;
  /** Stores a change of the version that was read; false if somebody else was faster. */
  replace(pipe: PipeRecord, readVersion: number): Promise<boolean>;
  /** Deletes the version that was read; false if somebody else was faster. */
  remove(pipeId: string, readVersion: number): Promise<boolean>;
  /** Ends the work of a generation; false if a newer one has begun. */
  settle(pipe: PipeRecord, state: PipeState, outcome: SettledOutcome): Promise<boolean>;
}

/** What a list of pipes can be narrowed to (D-06). */
export interface PipeFilter {
  readonly state?: string;
  /** The beginning of the name. */
  readonly name?: string;
}

interface SettledOutcome {
  readonly working: boolean;
  readonly initialized: boolean;
  readonly failure: string | null;
  readonly at: string;
}

export function pipeRepository(db: Database, vault: Vault): PipeRepository {
  const findWhere = async (conditions: { readonly id: string; readonly service_id?: string }) => {
    let query = db.selectFrom('pipes').selectAll().where('id', '=', conditions.id);
    if (conditions.service_id !== undefined) query = query.where('service_id', '=', conditions.service_id);
    const row = await query.executeTakeFirst();
    return row && fromRow(row, vault);
  };
  return {
    async insert(pipe) {
      await db.insertInto('pipes').values(toRow(pipe, vault)).execute();
    },
    find: (serviceId, pipeId) => findWhere({ id: pipeId, service_id: serviceId }),
    async list(serviceId, { state, name }, limit, afterId) {
      let query = db.selectFrom('pipes').selectAll().where('service_id', '=', serviceId);
      if (state !== undefined) query = query.where('state', '=', state);
      // A range and not LIKE: a name may hold the wildcards of LIKE, and a range can use the index.
      if (name !== undefined) query = query.where('name', '>=', name).where('name', '<', `${name}\u{10ffff}`);
      if (afterId !== undefined) query = query.where('id', '>', afterId);
      const rows = await query.orderBy('id').limit(limit).execute();
      return rows.map((row) => fromRow(row, vault));
    },
    findById: (pipeId) => findWhere({ id: pipeId }),
    async idsAtWork() {
      const rows = await db.selectFrom('pipes').select('id').where('working', '=', 1).orderBy('id').execute();
      return rows.map((row) => row.id);
    },
    async replace(pipe, readVersion) {
      const { id, service_id, created_at, ...changes } = toRow(pipe, vault);
      const { numUpdatedRows } = await db
        .updateTable('pipes')
        .set(changes)
        .where('id', '=', id)
        .where('version', '=', readVersion)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async remove(pipeId, readVersion) {
      const { numDeletedRows } = await db
        .deleteFrom('pipes')
        .where('id', '=', pipeId)
        .where('version', '=', readVersion)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    async settle(pipe, state, { working, initialized, failure, at }) {
      const { numUpdatedRows } = await db
        .updateTable('pipes')
        .set((expression) => ({
          state,
          working: Number(working),
          initialized: Number(initialized),
          failure,
          version: expression('version', '+', 1),
          updated_at: at,
        }))
        .where('id', '=', pipe.id)
        .where('generation', '=', pipe.generation)
        .where('state', '=', pipe.state)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

function toRow(pipe: PipeRecord, vault: Vault): NewPipeRow {
  const { name, ...definition } = pipe.definition;
  const key = { service_id: pipe.serviceId, id: pipe.id };
  const hasSecrets = Object.keys(pipe.secrets).length > 0;
  return {
    ...key,
    name,
    state: pipe.state,
    working: Number(pipe.working),
    initialized: Number(pipe.initialized),
    generation: pipe.generation,
    failure: pipe.failure,
    definition: JSON.stringify(definition),
    secrets: hasSecrets ? vault.seal(pipe.secrets, sealedPlace('pipes', key)) : null,
    version: pipe.version,
    created_at: pipe.createdAt,
    updated_at: pipe.updatedAt,
  };
}

function fromRow(row: PipeRow, vault: Vault): PipeRecord {
  return {
    id: row.id,
    serviceId: row.service_id,
    definition: { name: row.name, ...JSON.parse(row.definition) } as PipeDefinition,
    secrets: row.secrets === null ? {} : (vault.open(row.secrets, sealedPlace('pipes', row)) as PipeSecrets),
    state: row.state as PipeState,
    initialized: row.initialized === 1,
    working: row.working === 1,
    generation: row.generation,
    failure: row.failure,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
