import { type Lag, type LeasedPipe, LeaseLostError, type Ledger, type MovedData } from '@penstock/engine';
import { type Expression, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { databaseClock, isPostgres } from '../storage/dialects.ts';
import type { Schema } from '../storage/schema.ts';
import { inTransaction } from '../storage/transaction.ts';

const MINUTE_MS = 60_000;
const COUNTS = ['rows', 'bytes', 'batches', 'errors'] as const;
const NOTHING: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };

type Column = Exclude<keyof Schema['pipe_progress'], 'pipe_id'>;
type Columns = Readonly<Partial<Record<Column, string | number | null>>>;

/**
 * The progress of pipes in the control database. Each write checks the lease in its own statement, so a process whose lease
 * has expired, or has passed to another one, changes nothing.
 */
export function pipeLedger(db: Database): Ledger {
  const now = databaseClock(db);

  /** The work of a pipe while this fence has the lease. PostgreSQL locks it until the write is committed. */
  const leased = (on: Database, { id, fence }: LeasedPipe) => {
    const work = on
      .selectFrom('pipe_work')
      .where('pipe_id', '=', id)
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
      .columns(['pipe_id', ...names])
      .expression(leased(on, pipe).select(['pipe_id', ...values]))
      .onConflict((conflict) =>
        conflict
          .column('pipe_id')
          .doUpdateSet(Object.fromEntries(names.map((name) => [name, updated(name)])))
          .where(sql<boolean>`(${sql.join(names.map(changes), sql` or `)})`),
      )
      .executeTakeFirst();
  };

  const write = async (on: Database, pipe: LeasedPipe, columns: Columns) => {
    const { numInsertedOrUpdatedRows: rows } = await upsert(on, pipe, columns);
    if (rows !== 0n) return;
    const current = await leased(on, pipe).select('pipe_id').executeTakeFirst();
    if (current === undefined) throw new LeaseLostError(pipe.id);
  };

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
    async read(pipeId) {
      const row = await db
        .selectFrom('pipe_progress')
        .select(['epoch', 'position', 'pending'])
        .where('pipe_id', '=', pipeId)
        .executeTakeFirst();
      const { epoch = 0, position, pending } = row ?? {};
      return { epoch, position: position ?? undefined, pending: pending ?? undefined };
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
    async readMetrics(pipeId, since, until) {
      const total = await db
        .selectFrom('pipe_progress')
        .select([...COUNTS, 'lag_seconds'])
        .where('pipe_id', '=', pipeId)
        .executeTakeFirst();
      const minutes = await db
        .selectFrom('pipe_minutes')
        .select(['minute', ...COUNTS])
        .where('pipe_id', '=', pipeId)
        .where('minute', '>=', since)
        .where('minute', '<', until)
        .execute();
      const lagSeconds = total?.lag_seconds ?? undefined;
      return {
        total: countsOf(total ?? NOTHING),
        ...(lagSeconds !== undefined && { lagSeconds }),
        minutes: new Map(minutes.map((moved) => [moved.minute, countsOf(moved)])),
      };
    },
  };
}

function countsOf({ rows, bytes, batches, errors }: MovedData): MovedData {
  return { rows, bytes, batches, errors };
}

function lagColumns({ seconds, rowsByPart }: Lag): Columns {
  return {
    lag_seconds: seconds ?? null,
    lag_by_part: rowsByPart === undefined ? null : JSON.stringify(rowsByPart),
  };
}

function isCount(name: Column): boolean {
  return (COUNTS as readonly string[]).includes(name);
}

/** A value with the type of its column, which PostgreSQL does not infer in a SELECT. */
function typed(name: Column, value: string | number | null) {
  if (isCount(name)) return sql<number>`cast(${value} as bigint)`;
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
