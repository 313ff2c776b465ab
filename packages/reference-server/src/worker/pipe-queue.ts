import type { PipeFailure, PipeState } from '@penstock/engine';
import { sql, type UpdateObject } from 'kysely';
import type { Database } from '../storage/database.ts';
import { databaseClock, isPostgres } from '../storage/dialects.ts';
import type { Vault } from '../storage/encryption.ts';
import { record } from '../storage/outbox.ts';
import type { PipeRow, Schema } from '../storage/schema.ts';
import { inTransaction } from '../storage/transaction.ts';
import {
  DELETED,
  failureText,
  type PipeRecord,
  type PipeWithSecrets,
  pipeEvent,
  pipeOf,
  pipeWithSecrets,
} from './stored-pipe.ts';

/** The exclusive right to work on a pipe, for a limited time. */
export interface Lease {
  readonly pipeId: string;
  /** Greater than the fence of every earlier lease on this pipe. */
  readonly fence: number;
  /** The number of attempts for the current state, including this one. */
  readonly attempts: number;
}

/** A renewed lease, with the current generation of the pipe. */
export interface RenewedLease extends Pick<Lease, 'pipeId' | 'fence'> {
  readonly generation: number;
}

/** A pipe for the reconciler. */
export interface PipeAtWork extends PipeWithSecrets {
  /** It was deleted; the runtime has to release it. */
  readonly deleted: boolean;
}

/** The result of a step. */
interface Reached {
  readonly state: PipeState;
  readonly initialized: boolean;
  readonly failure: PipeFailure | null;
  /** Whether another step follows. */
  readonly more: boolean;
}

/** Another process has taken over the pipe; results of this process are discarded. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(pipeId: string) {
    super(`The lease on the pipe ${pipeId} has passed to another process.`);
  }
}

/**
 * The queries of the reconciler: which pipes have work, which process does it, and the results. Timestamps come from the
 * clock of the database, so the clocks of the processes do not matter.
 */
export interface PipeQueue {
  /** Leases at most `limit` pipes that are due and not leased. */
  claim(owner: string, limit: number, leaseMs: number): Promise<Lease[]>;
  /** Renews and returns all leases of a process. */
  renew(owner: string, leaseMs: number): Promise<RenewedLease[]>;
  find(pipeId: string): Promise<PipeAtWork | undefined>;
  /**
   * Stores the result of a step; false if the pipe was changed in the meantime.
   *
   * @throws LeaseLost
   */
  settle(owner: string, lease: Lease, pipe: PipeRecord, reached: Reached): Promise<boolean>;
  /** Marks the work as done; false if the pipe was changed in the meantime. @throws LeaseLost */
  conclude(owner: string, lease: Lease, pipe: PipeRecord): Promise<boolean>;
  /** Returns the pipe to the queue after a failure, for a later retry. @throws LeaseLost */
  postpone(owner: string, lease: Lease, delayMs: number, failure: PipeFailure): Promise<void>;
  /** Returns the pipe to the queue as if it had not been leased. */
  release(owner: string, lease: Pick<Lease, 'pipeId' | 'fence'>): Promise<void>;
  /**
   * Stores a report about a pipe in which data moves; undefined if nothing changes, because the pipe is in another state
   * or has a newer generation. Returns the previous state.
   */
  report(
    pipeId: string,
    generation: number,
    state: PipeState,
    failure: PipeFailure | null,
  ): Promise<PipeState | undefined>;
  /** Deletes a pipe that the runtime has released. @throws LeaseLost */
  erase(owner: string, lease: Lease): Promise<void>;
}

/** Queues the pipe in the transaction of its change. A current lease stays valid. */
export async function enqueue(transaction: Database, pipeId: string): Promise<void> {
  const now = databaseClock(transaction);
  await transaction
    .insertInto('pipe_work')
    .values({ pipe_id: pipeId, due_at: now, attempts: 0, fence: 0 })
    .onConflict((conflict) => conflict.column('pipe_id').doUpdateSet({ due_at: now, attempts: 0 }))
    .execute();
}

/** The states in which a pipe that never completes moves data. The attempts of all others determine their states. */
const REPORTABLE: readonly PipeState[] = ['Running', 'Degraded'];

const IDLE = { owner: null, lease_until: null, attempts: 0 } as const;

export function pipeQueue(db: Database, vault: Vault): PipeQueue {
  const now = databaseClock(db);

  const changeLeased = async (
    on: Database,
    owner: string,
    { pipeId, fence }: Lease,
    change: UpdateObject<Schema, 'pipe_work'>,
  ) => {
    const { numUpdatedRows } = await updateWork(on)
      .set(change)
      .where('pipe_id', '=', pipeId)
      .where('owner', '=', owner)
      .where('fence', '=', fence)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new LeaseLost(pipeId);
  };

  return {
    async claim(owner, limit, leaseMs) {
      const free = db
        .selectFrom('pipe_work')
        .select('pipe_id')
        .where('due_at', '<=', now)
        .where((work) => work.or([work('owner', 'is', null), work('lease_until', '<', now)]))
        .orderBy('due_at')
        .limit(limit);
      const rows = await updateWork(db)
        .set((work) => ({
          owner,
          lease_until: sql<number>`${now} + ${leaseMs}`,
          attempts: work('attempts', '+', 1),
          fence: work('fence', '+', 1),
        }))
        // Parallel processes do not wait for each other: each skips the rows that another one is leasing.
        .where('pipe_id', 'in', isPostgres(db) ? free.forUpdate().skipLocked() : free)
        .returning(['pipe_id', 'fence', 'attempts'])
        .execute();
      return rows.map(({ pipe_id, fence, attempts }) => ({ pipeId: pipe_id, fence, attempts }));
    },
    async renew(owner, leaseMs) {
      const rows = await updateWork(db)
        .set({ lease_until: sql<number>`${now} + ${leaseMs}` })
        .where('owner', '=', owner)
        .returning((work) => [
          'pipe_id',
          'fence',
          work
            .selectFrom('pipes')
            .select('generation')
            .whereRef('pipes.id', '=', 'pipe_work.pipe_id')
            .as('generation'),
        ])
        .execute();
      return rows.map(({ pipe_id, fence, generation }) => ({
        pipeId: pipe_id,
        fence,
        generation: generation ?? 0,
      }));
    },
    async find(pipeId) {
      const row = await db.selectFrom('pipes').selectAll().where('id', '=', pipeId).executeTakeFirst();
      return row && { ...pipeWithSecrets(row, vault), deleted: row.desired_state === DELETED };
    },
    settle: (owner, lease, pipe, { state, initialized, failure, more }) =>
      inTransaction(db, async (transaction) => {
        const settled = await transaction
          .updateTable('pipes')
          .set((stored) => ({
            state,
            observed_state: state,
            initialized: Number(initialized),
            failure: failureText(failure),
            version: stored('version', '+', 1),
            updated_at: new Date().toISOString(),
          }))
          .where('id', '=', pipe.id)
          .where('generation', '=', pipe.generation)
          .returning('version')
          .executeTakeFirst();
        // A further step starts with its first attempt; finished work leaves no lease.
        await changeLeased(transaction, owner, lease, more ? { attempts: 1 } : { ...IDLE, due_at: null });
        if (settled === undefined) throw new Obsolete();
        await record(transaction, [pipeEvent('pipe.state_changed', { ...pipe, state, ...settled })]);
        return true;
      }).catch(falseIfObsolete),
    conclude: (owner, lease, pipe) =>
      inTransaction(db, async (transaction) => {
        // Writing the row locks it against parallel changes.
        const { numUpdatedRows } = await transaction
          .updateTable('pipes')
          .set({ generation: pipe.generation })
          .where('id', '=', pipe.id)
          .where('generation', '=', pipe.generation)
          .executeTakeFirst();
        await changeLeased(transaction, owner, lease, { ...IDLE, due_at: null });
        if (numUpdatedRows === 0n) throw new Obsolete();
        return true;
      }).catch(falseIfObsolete),
    postpone: (owner, lease, delayMs, failure) =>
      inTransaction(db, async (transaction) => {
        await transaction
          .updateTable('pipes')
          .set({ failure: failureText(failure) })
          .where('id', '=', lease.pipeId)
          .execute();
        await changeLeased(transaction, owner, lease, {
          owner: null,
          lease_until: null,
          due_at: sql<number>`${now} + ${delayMs}`,
        });
      }),
    async release(owner, lease) {
      await updateWork(db)
        .set((work) => ({ owner: null, lease_until: null, attempts: work('attempts', '-', 1) }))
        .where('pipe_id', '=', lease.pipeId)
        .where('owner', '=', owner)
        .where('fence', '=', lease.fence)
        .execute();
    },
    report: (pipeId, generation, state, failure) =>
      inTransaction(db, async (transaction) => {
        const row = await transaction
          .selectFrom('pipes')
          .selectAll()
          .where('id', '=', pipeId)
          .where('generation', '=', generation)
          .where('state', 'in', REPORTABLE)
          .where('desired_state', '=', 'Running')
          .executeTakeFirst();
        if (row === undefined || isKnown(row, state, failure)) return undefined;
        const version = row.version + 1;
        const { numUpdatedRows } = await transaction
          .updateTable('pipes')
          .set({
            state,
            observed_state: state,
            failure: failureText(failure),
            version,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', pipeId)
          .where('version', '=', row.version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        await record(transaction, [pipeEvent('pipe.state_changed', { ...pipeOf(row), state, version })]);
        return row.state as PipeState;
      }),
    erase: (owner, lease) =>
      inTransaction(db, async (transaction) => {
        await changeLeased(transaction, owner, lease, { owner: null });
        await transaction.deleteFrom('pipes').where('id', '=', lease.pipeId).execute();
      }),
  };
}

/** A runtime may repeat a report; the first timestamp stays. */
function isKnown(row: PipeRow, state: PipeState, failure: PipeFailure | null): boolean {
  if (row.state !== state) return false;
  const stored = pipeOf(row).failure;
  return stored?.code === failure?.code && stored?.message === failure?.message;
}

function updateWork(db: Database) {
  return db.updateTable('pipe_work');
}

/** Rolls back a transaction whose pipe has a new generation. */
class Obsolete extends Error {
  override readonly name = 'Obsolete';
}

function falseIfObsolete(error: unknown): false {
  if (error instanceof Obsolete) return false;
  throw error;
}
