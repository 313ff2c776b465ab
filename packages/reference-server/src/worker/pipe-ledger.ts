import {
  type Lag,
  type LeasedPipe,
  LeaseLostError,
  type Ledger,
  type MovedData,
  type Progress,
} from '@penstock/engine';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { databaseClock, isPostgres } from '../storage/dialects.ts';
import type { Schema } from '../storage/schema.ts';
import { inTransaction } from '../storage/transaction.ts';

const MINUTE_MS = 60_000;
const COUNTS = ['rows', 'bytes', 'batches', 'errors'] as const;
const NOTHING: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };

type Column = Exclude<keyof Schema['pipe_progress'], 'pipe_id' | 'reader' | 'readers'>;
type Columns = Readonly<Partial<Record<Column, string | number | null>>>;

/**
 * The progress of pipes in the control database. Each write checks the lease in its own statement, so a process whose lease
 * has expired, or has passed to another one, changes nothing.
 */
export function pipeLedger(db: Database): Ledger {
  const now = databaseClock(db);

  /** The work of a reader while this fence has the lease. PostgreSQL locks it until the write is committed. */
  const leased = (on: Database, { id, reader, fence }: LeasedPipe) => {
    const work = on
      .selectFrom('pipe_work')
      .where('pipe_id', '=', id)
      .where('reader', '=', reader)
      .where('fence', '=', fence)
      .where('lease_until', '>=', now);
    return isPostgres(on) ? work.forShare() : work;
  };

  /** Writes columns of the progress; counts are added. */
  const upsert = (on: Database, pipe: LeasedPipe, columns: Columns) => {
    const names = Object.keys(columns) as Column[];
    const values = names.map((name) => typed(name, columns[name] ?? null).as(name));
    return on
      .insertInto('pipe_progress')
      .columns(['pipe_id', 'reader', ...names])
      .expression(leased(on, pipe).select(['pipe_id', 'reader', ...values]))
      .onConflict((conflict) =>
        conflict
          .columns(['pipe_id', 'reader'])
          .doUpdateSet(Object.fromEntries(names.map((name) => [name, updated(name)])))
          .where(sql<boolean>`(${sql.join(names.map(changes), sql` or `)})`),
      )
      .executeTakeFirst();
  };

  const write = async (on: Database, pipe: LeasedPipe, columns: Columns) => {
    const { numInsertedOrUpdatedRows: rows } = await upsert(on, pipe, columns);
    if (rows === 0n) await requireLease(on, pipe);
  };

  const requireLease = async (on: Database, pipe: LeasedPipe) => {
    const current = await leased(on, pipe).select('pipe_id').executeTakeFirst();
    if (current === undefined) throw new LeaseLostError(pipe.id);
  };

  const progressOf = (on: Database, pipeId: string) =>
    on
      .selectFrom('pipe_progress')
      .select(['readers', 'epoch', 'position', 'pending'])
      .where('pipe_id', '=', pipeId);

  const countMinute = async (on: Database, { id }: LeasedPipe, moved: MovedData) => {
    const minute = sql<number>`${now} / ${sql.lit(MINUTE_MS)} * ${sql.lit(MINUTE_MS)}`;
    await on
      .insertInto('pipe_minutes')
      .values({ pipe_id: id, minute, ...countsOf(moved) })
      .onConflict((conflict) =>
        conflict
          .columns(['pipe_id', 'minute'])
          .doUpdateSet(
            Object.fromEntries(
              COUNTS.map((name) => [name, sql`pipe_minutes.${sql.ref(name)} + excluded.${sql.ref(name)}`]),
            ),
          ),
      )
      .execute();
  };

  return {
    async read({ id, reader }) {
      const row = await progressOf(db, id).where('reader', '=', reader).executeTakeFirst();
      return row === undefined ? NO_PROGRESS : storedProgress(row);
    },
    async readAll(pipeId) {
      const rows = await progressOf(db, pipeId)
        .whereRef('reader', '<', 'readers')
        .orderBy('reader')
        .execute();
      return rows.map(storedProgress);
    },
    begin: (pipe, range) => write(db, pipe, { pending: range }),
    finish: (pipe, { position, moved, lag }) =>
      inTransaction(db, async (transaction) => {
        await write(transaction, pipe, {
          position,
          pending: null,
          ...countsOf(moved),
          ...(lag !== undefined && lagColumns(lag)),
        });
        await countMinute(transaction, pipe, moved);
      }),
    observe: (pipe, lag) => write(db, pipe, lagColumns(lag)),
    divide: (pipe, { positions, moved }) =>
      inTransaction(db, async (transaction) => {
        await requireLease(transaction, pipe);
        await rejectOtherReaders(transaction, pipe);
        await writeDivision(transaction, pipe.id, positions);
        await write(transaction, pipe, countsOf(moved));
        if (moved.batches > 0) await countMinute(transaction, pipe, moved);
      }),
    async readMetrics(pipeId, since, until) {
      const total = await db
        .selectFrom('pipe_progress')
        .select((progress) => [
          ...COUNTS.map((name) => summed(progress.ref(name)).as(name)),
          progress.fn.max('lag_seconds').as('lag_seconds'),
          progress.fn.max('retained_log_bytes').as('retained_log_bytes'),
        ])
        .where('pipe_id', '=', pipeId)
        .groupBy('pipe_id')
        .executeTakeFirst();
      const minutes = await db
        .selectFrom('pipe_minutes')
        .select(['minute', ...COUNTS])
        .where('pipe_id', '=', pipeId)
        .where('minute', '>=', since)
        .where('minute', '<', until)
        .execute();
      const lagSeconds = total?.lag_seconds ?? undefined;
      const retainedLogBytes = total?.retained_log_bytes ?? undefined;
      return {
        total: countsOf(total ?? NOTHING),
        ...(lagSeconds !== undefined && { lagSeconds }),
        ...(retainedLogBytes !== undefined && { retainedLogBytes }),
        minutes: new Map(minutes.map((moved) => [moved.minute, countsOf(moved)])),
      };
    },
  };
}

/** The columns of a division, where other readers of the pipe neither have work nor get any. */
async function writeDivision(
  transaction: Database,
  pipeId: string,
  positions: readonly string[],
): Promise<void> {
  const { epoch } = await transaction
    .selectFrom('pipe_progress')
    .select(({ fn }) => fn.max('epoch').as('epoch'))
    .where('pipe_id', '=', pipeId)
    .executeTakeFirstOrThrow();
  const readers = positions.length;
  await transaction
    .updateTable('pipe_progress')
    .set({
      readers,
      position: null,
      pending: null,
      lag_seconds: null,
      lag_by_part: null,
      retained_log_bytes: null,
    })
    .where('pipe_id', '=', pipeId)
    .execute();
  const rows = positions.map((position, reader) => ({
    ...{ pipe_id: pipeId, reader, readers, position },
    ...{ epoch: epoch ?? 0, ...NOTHING },
  }));
  await transaction
    .insertInto('pipe_progress')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['pipe_id', 'reader'])
        .doUpdateSet({ position: sql`excluded.position`, epoch: sql`excluded.epoch` }),
    )
    .execute();
}

async function rejectOtherReaders(transaction: Database, { id, reader }: LeasedPipe): Promise<void> {
  const other = await transaction
    .selectFrom('pipe_work')
    .select('reader')
    .where('pipe_id', '=', id)
    .where('reader', '!=', reader)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  if (other !== undefined)
    throw new Error(`The reader ${other.reader} of the pipe ${id} works, so its source cannot be divided.`);
}

type StoredProgress = Pick<Selectable<Schema['pipe_progress']>, 'readers' | 'epoch' | 'position' | 'pending'>;

const NO_PROGRESS: Progress = { readers: 1, epoch: 0, position: undefined, pending: undefined };

function storedProgress({ position, pending, ...counts }: StoredProgress): Progress {
  return { ...counts, position: position ?? undefined, pending: pending ?? undefined };
}

/** A sum of whole numbers, which PostgreSQL returns as `numeric`. */
function summed(column: Expression<number>): RawBuilder<number> {
  return sql<number>`cast(sum(${column}) as bigint)`;
}

function countsOf({ rows, bytes, batches, errors }: MovedData): MovedData {
  return { rows, bytes, batches, errors };
}

function lagColumns({ seconds, rowsByPart, retainedLogBytes }: Lag): Columns {
  return {
    lag_seconds: seconds ?? null,
    lag_by_part: rowsByPart === undefined ? null : JSON.stringify(rowsByPart),
    retained_log_bytes: retainedLogBytes ?? null,
  };
}

function isCount(name: Column): boolean {
  return (COUNTS as readonly string[]).includes(name);
}

/** A value with the type of its column, which PostgreSQL does not infer in a SELECT. */
function typed(name: Column, value: string | number | null) {
  if (isCount(name) || name === 'retained_log_bytes') return sql<number>`cast(${value} as bigint)`;
  return name === 'lag_seconds' ? sql`cast(${value} as double precision)` : sql`cast(${value} as text)`;
}

function updated(name: Column): Expression<unknown> {
  const given = sql`excluded.${sql.ref(name)}`;
  return isCount(name) ? sql`pipe_progress.${sql.ref(name)} + ${given}` : given;
}

/** Whether a write changes a column. A write that changes none does not wait for the disk. */
function changes(name: Column): Expression<unknown> {
  return sql`pipe_progress.${sql.ref(name)} is distinct from ${updated(name)}`;
}
