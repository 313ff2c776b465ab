import { columnText, fromColumnText } from '../storage/column-text.ts';
import type { Database } from '../storage/database.ts';
import type { Vault } from '../storage/encryption.ts';
import { type ChangeEvent, record } from '../storage/outbox.ts';
import type { NewPipeRow, PipeRow } from '../storage/schema.ts';
import { sealedPlace } from '../storage/sealed-columns.ts';
import { inTransaction } from '../storage/transaction.ts';
import { requireWork } from '../worker/pipe-queue.ts';
import type { PipeState } from './life-cycle.ts';
import type { PipeDefinition, PipeRecord, PipeSecrets, PipeWithSecrets } from './pipe.ts';

/**
 * The queries of pipes for those who ask and command. Secrets are sealed on the way in, and opened for those who say that
 * they need them. Every change is written down in the outbox, and what it makes the reconciler do in the table of work, in
 * one transaction.
 */
export interface PipeRepository {
  insert(pipe: PipeWithSecrets): Promise<void>;
  find(serviceId: string, pipeId: string): Promise<PipeRecord | undefined>;
  findWithSecrets(serviceId: string, pipeId: string): Promise<PipeWithSecrets | undefined>;
  /** At most `limit` pipes that pass the filter, in the order of their creation, those after `afterId` if it is given. */
  list(
    serviceId: string,
    filter: PipeFilter,
    limit: number,
    afterId: string | undefined,
  ): Promise<PipeRecord[]>;
  /** Stores a change of what was read; false if somebody else was faster. */
  replace(pipe: PipeWithSecrets, read: PipeRecord): Promise<boolean>;
  /** From now on nobody finds the pipe but the reconciler; false if somebody else was faster. */
  markDeleted(read: PipeRecord): Promise<boolean>;
}

/** What a list of pipes can be narrowed to (D-06). */
export interface PipeFilter {
  readonly state?: string;
  /** The beginning of the name. */
  readonly name?: string;
}

/** The desired state of a pipe that is only kept until the runtime has let it go. */
export const DELETED = 'Deleted';

export function pipeRepository(db: Database, vault: Vault): PipeRepository {
  const visible = (serviceId: string) =>
    db
      .selectFrom('pipes')
      .selectAll()
      .where('service_id', '=', serviceId)
      .where('desired_state', '!=', DELETED);
  const findRow = (serviceId: string, pipeId: string) =>
    visible(serviceId).where('id', '=', pipeId).executeTakeFirst();
  return {
    insert: (pipe) =>
      inTransaction(db, async (transaction) => {
        await transaction.insertInto('pipes').values(toRow(pipe, vault)).execute();
        await requireWork(transaction, pipe.id);
        await record(transaction, [changeOf('pipe.created', pipe)]);
      }),
    async find(serviceId, pipeId) {
      const row = await findRow(serviceId, pipeId);
      return row && pipeFromRow(row);
    },
    async findWithSecrets(serviceId, pipeId) {
      const row = await findRow(serviceId, pipeId);
      return row && withSecrets(row, vault);
    },
    async list(serviceId, { state, name }, limit, afterId) {
      let query = visible(serviceId);
      if (state !== undefined) query = query.where('state', '=', columnText(state));
      if (name !== undefined) {
        const first = columnText(name);
        // A range and not LIKE: a name may hold the wildcards of LIKE, and a range can use the index.
        query = query.where('name', '>=', first).where('name', '<', `${first}\u{10ffff}`);
      }
      if (afterId !== undefined) query = query.where('id', '>', afterId);
      const rows = await query.orderBy('id').limit(limit).execute();
      return rows.map(pipeFromRow);
    },
    replace: (pipe, read) =>
      inTransaction(db, async (transaction) => {
        const { id, service_id, created_at, observed_state, ...changes } = toRow(pipe, vault);
        const { numUpdatedRows } = await transaction
          .updateTable('pipes')
          .set(changes)
          .where('id', '=', id)
          .where('version', '=', read.version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (pipe.generation !== read.generation) await requireWork(transaction, id);
        await record(transaction, [changeOf('pipe.updated', pipe)]);
        return true;
      }),
    markDeleted: (read) =>
      inTransaction(db, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('pipes')
          .set({ desired_state: DELETED, generation: read.generation + 1, version: read.version + 1 })
          .where('id', '=', read.id)
          .where('version', '=', read.version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await requireWork(transaction, read.id);
        await record(transaction, [changeOf('pipe.deleted', { ...read, version: read.version + 1 })]);
        return true;
      }),
  };
}

/** What the outbox says of a change of a pipe. */
export function changeOf(kind: ChangeEvent['kind'], pipe: Omit<PipeRecord, 'definition'>): ChangeEvent {
  const { id, serviceId, state, desiredState, version } = pipe;
  return { kind, tenantId: serviceId, subject: id, payload: { version, state, desiredState } };
}

function toRow(pipe: PipeWithSecrets, vault: Vault): NewPipeRow {
  const { name, ...definition } = pipe.definition;
  const key = { service_id: pipe.serviceId, id: pipe.id };
  const hasSecrets = Object.keys(pipe.secrets).length > 0;
  return {
    ...key,
    name: columnText(name),
    state: pipe.state,
    desired_state: pipe.desiredState,
    observed_state: pipe.observedState,
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

/** The pipe of a row, its secrets opened. */
export function withSecrets(row: PipeRow, vault: Vault): PipeWithSecrets {
  const secrets = row.secrets === null ? {} : vault.open(row.secrets, sealedPlace('pipes', row));
  return { ...pipeFromRow(row), secrets: secrets as PipeSecrets };
}

function pipeFromRow(row: PipeRow): PipeRecord {
  return {
    id: row.id,
    serviceId: row.service_id,
    definition: { name: fromColumnText(row.name), ...JSON.parse(row.definition) } as PipeDefinition,
    state: row.state as PipeState,
    desiredState: row.desired_state as PipeState,
    observedState: row.observed_state as PipeState | null,
    initialized: row.initialized === 1,
    generation: row.generation,
    failure: row.failure,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
