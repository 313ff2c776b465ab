import { sql } from 'kysely';
import type { ItemSize } from '../stack/base/page-bytes.ts';
import { columnRange, columnText } from '../storage/column-text.ts';
import { compiledOnce, compiledReads } from '../storage/compiled-query.ts';
import type { Database } from '../storage/database.ts';
import { idOfNamed } from '../storage/dialects.ts';
import type { Vault } from '../storage/encryption.ts';
import { record } from '../storage/outbox.ts';
import type { NewPipeRow } from '../storage/schema.ts';
import { inTransaction } from '../storage/transaction.ts';
import { enqueue } from '../worker/pipe-queue.ts';
import {
  DELETED,
  type PipeRecord,
  type PipeWithSecrets,
  pipeEvent,
  pipeOf,
  pipeWithSecrets,
  RECORD_COLUMNS,
  rowOf,
} from '../worker/stored-pipe.ts';

/**
 * The queries of pipes for the API. Secrets are encrypted when they are stored, and decrypted by `findWithSecrets` only.
 * One transaction stores a change, its outbox event and the work that it causes.
 */
export interface PipeRepository {
  insert(pipe: PipeWithSecrets): Promise<void>;
  find(serviceId: string, pipeId: string): Promise<PipeRecord | undefined>;
  findWithSecrets(serviceId: string, pipeId: string): Promise<PipeWithSecrets | undefined>;
  /** At most `limit` pipes that match the filter, oldest first, after the pipe `afterId` if it is given. */
  list(
    serviceId: string,
    filter: PipeFilter,
    limit: number,
    afterId: string | undefined,
  ): Promise<PipeRecord[]>;
  /** The ids and stored sizes of what `list` returns. */
  sizes(
    serviceId: string,
    filter: PipeFilter,
    limit: number,
    afterId: string | undefined,
  ): Promise<ItemSize[]>;
  /** Stores a change; false if another request changed the pipe after it was read. */
  replace(pipe: PipeWithSecrets, read: PipeRecord): Promise<boolean>;
  /** Hides the pipe from the API; false if another request changed the pipe after it was read. */
  markDeleted(read: PipeRecord): Promise<boolean>;
}

/** The filters of the list of pipes (D-06). */
export interface PipeFilter {
  readonly state?: string;
  /** A prefix of the name. */
  readonly name?: string;
}

const insertRow = compiledOnce((db, row: NewPipeRow) => db.insertInto('pipes').values(row));

interface PipeKey {
  readonly serviceId: string;
  readonly pipeId: string;
}

const findRow = compiledReads((db, { serviceId, pipeId }: PipeKey) =>
  visible(db, serviceId).select(RECORD_COLUMNS).where('id', '=', pipeId),
);

const findRowWithSecrets = compiledReads((db, { serviceId, pipeId }: PipeKey) =>
  visible(db, serviceId).selectAll().where('id', '=', pipeId),
);

function visible(db: Database, serviceId: string) {
  return db.selectFrom('pipes').where('service_id', '=', serviceId).where('desired_state', '!=', DELETED);
}

export function pipeRepository(db: Database, vault: Vault): PipeRepository {
  const page = (
    serviceId: string,
    { state, name }: PipeFilter,
    limit: number,
    afterId: string | undefined,
  ) => {
    let query = visible(db, serviceId);
    if (state !== undefined) query = query.where('state', '=', columnText(state));
    if (name !== undefined) {
      const { first, end } = columnRange(name);
      query = query.where('name', '>=', first).where('name', '<', end);
    }
    const id = name === undefined ? sql.ref<string>('id') : idOfNamed(db, 'id');
    if (afterId !== undefined) query = query.where(id, '>', afterId);
    return query.orderBy(id).limit(limit);
  };
  return {
    insert: (pipe) =>
      inTransaction(db, async (transaction) => {
        await insertRow(transaction, rowOf(pipe, vault));
        await enqueue(transaction, pipe.id);
        await record(transaction, [pipeEvent('pipe.created', pipe)]);
      }),
    async find(serviceId, pipeId) {
      const [row] = await findRow(db, { serviceId, pipeId });
      return row && pipeOf(row);
    },
    async findWithSecrets(serviceId, pipeId) {
      const [row] = await findRowWithSecrets(db, { serviceId, pipeId });
      return row && pipeWithSecrets(row, vault);
    },
    async list(...part) {
      const rows = await page(...part)
        .selectAll()
        .execute();
      return rows.map(pipeOf);
    },
    sizes: (...part) =>
      page(...part)
        .select(['id', sql<number>`octet_length(definition)`.as('bytes')])
        .execute(),
    replace: (pipe, read) =>
      inTransaction(db, async (transaction) => {
        const { id, service_id, created_at, observed_state, ...changes } = rowOf(pipe, vault);
        const { numUpdatedRows } = await transaction
          .updateTable('pipes')
          .set(changes)
          .where('id', '=', id)
          .where('version', '=', read.version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (pipe.generation !== read.generation) await enqueue(transaction, id);
        await record(transaction, [pipeEvent('pipe.updated', pipe)]);
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
        await enqueue(transaction, read.id);
        await record(transaction, [pipeEvent('pipe.deleted', { ...read, version: read.version + 1 })]);
        return true;
      }),
  };
}
