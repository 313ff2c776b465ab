import { sql, type UpdateObject } from 'kysely';
import type { PipeState } from '../runtime/pipe.ts';
import type { Database } from '../storage/database.ts';
import { databaseClock, isPostgres } from '../storage/dialects.ts';
import type { Vault } from '../storage/encryption.ts';
import { record } from '../storage/outbox.ts';
import type { Schema } from '../storage/schema.ts';
import { inTransaction } from '../storage/transaction.ts';
import { DELETED, type PipeRecord, type PipeWithSecrets, pipeEvent, pipeWithSecrets } from './stored-pipe.ts';

/** The right to work for a pipe, for a time. */
export interface Lease {
  readonly pipeId: string;
  /** Greater than that of every lease on this pipe before. */
  readonly fence: number;
  /** How often a process has begun with the state that the pipe is in, this time included. */
  readonly attempts: number;
}

/** A lease that a process still holds, and what the pipe has become since. */
export interface HeldLease extends Pick<Lease, 'pipeId' | 'fence'> {
  readonly generation: number;
}

/** A pipe as the reconciler sees it. */
export interface PipeAtWork extends PipeWithSecrets {
  /** Its owner has deleted it; the runtime has to let it go. */
  readonly deleted: boolean;
}

/** What came of a piece of work. */
interface Reached {
  readonly state: PipeState;
  readonly initialized: boolean;
  readonly failure: string | null;
  /** Whether there is more to do from there. */
  readonly more: boolean;
}

/** Another process has taken the pipe over: nothing that this one still has to say about it counts. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(pipeId: string) {
    super(`The lease on the pipe ${pipeId} has passed to another process.`);
  }
}

/**
 * The queries of the reconciler: which pipes have work, who does it, what came of it. Moments are those of the clock of
 * the database, so that the clocks of the processes do not matter.
 */
export interface PipeQueue {
  /** Takes at most `limit` pipes that are due and that nobody holds, for as long as it is said. */
  claim(owner: string, limit: number, leaseMs: number): Promise<Lease[]>;
  /** Extends all leases of a process and tells which they are. */
  renew(owner: string, leaseMs: number): Promise<HeldLease[]>;
  find(pipeId: string): Promise<PipeAtWork | undefined>;
  /**
   * Stores what was reached; false if the pipe was given something else to do meanwhile.
   *
   * @throws LeaseLost
   */
  settle(owner: string, lease: Lease, pipe: PipeRecord, reached: Reached): Promise<boolean>;
  /** Says that there is nothing to do; false if there is again. @throws LeaseLost */
  conclude(owner: string, lease: Lease, pipe: PipeRecord): Promise<boolean>;
  /** Gives the pipe back after a failure, to be tried again in a while. @throws LeaseLost */
  postpone(owner: string, lease: Lease, delayMs: number, failure: string): Promise<void>;
  /** Gives the pipe back as if it had never been taken. */
  release(owner: string, lease: Pick<Lease, 'pipeId' | 'fence'>): Promise<void>;
  /** Deletes a pipe that the runtime has let go. @throws LeaseLost */
  erase(owner: string, lease: Lease): Promise<void>;
}

/** Says in the transaction of a change that the reconciler has to look at the pipe. Whoever holds it keeps it. */
export async function enqueue(transaction: Database, pipeId: string): Promise<void> {
  const now = databaseClock(transaction);
  await transaction
    .insertInto('pipe_work')
    .values({ pipe_id: pipeId, due_at: now, attempts: 0, fence: 0 })
    .onConflict((conflict) => conflict.column('pipe_id').doUpdateSet({ due_at: now, attempts: 0 }))
    .execute();
}

const IDLE = { owner: null, lease_until: null, attempts: 0 } as const;

export function pipeQueue(db: Database, vault: Vault): PipeQueue {
  const now = databaseClock(db);

  const changeHeld = async (
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
        // Two processes that look at once do not wait for each other: each skips what the other one is taking.
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
            failure,
            version: stored('version', '+', 1),
            updated_at: new Date().toISOString(),
          }))
          .where('id', '=', pipe.id)
          .where('generation', '=', pipe.generation)
          .returning('version')
          .executeTakeFirst();
        // What goes on is begun with now, for the first time; what is done leaves nothing behind.
        await changeHeld(transaction, owner, lease, more ? { attempts: 1 } : { ...IDLE, due_at: null });
        if (settled === undefined) throw new Obsolete();
        await record(transaction, [pipeEvent('pipe.state_changed', { ...pipe, state, ...settled })]);
        return true;
      }).catch(falseIfObsolete),
    conclude: (owner, lease, pipe) =>
      inTransaction(db, async (transaction) => {
        // Writing the row locks it: who changes the pipe does so before or after.
        const { numUpdatedRows } = await transaction
          .updateTable('pipes')
          .set({ generation: pipe.generation })
          .where('id', '=', pipe.id)
          .where('generation', '=', pipe.generation)
          .executeTakeFirst();
        await changeHeld(transaction, owner, lease, { ...IDLE, due_at: null });
        if (numUpdatedRows === 0n) throw new Obsolete();
        return true;
      }).catch(falseIfObsolete),
    postpone: (owner, lease, delayMs, failure) =>
      inTransaction(db, async (transaction) => {
        await transaction.updateTable('pipes').set({ failure }).where('id', '=', lease.pipeId).execute();
        await changeHeld(transaction, owner, lease, {
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
    erase: (owner, lease) =>
      inTransaction(db, async (transaction) => {
        await changeHeld(transaction, owner, lease, { owner: null });
        await transaction.deleteFrom('pipes').where('id', '=', lease.pipeId).execute();
      }),
  };
}

function updateWork(db: Database) {
  return db.updateTable('pipe_work');
}

/** Undoes a transaction whose pipe has got another generation meanwhile. */
class Obsolete extends Error {
  override readonly name = 'Obsolete';
}

function falseIfObsolete(error: unknown): false {
  if (error instanceof Obsolete) return false;
  throw error;
}
