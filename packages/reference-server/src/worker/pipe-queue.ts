import type { PipeDeliveryGuarantee } from '@penstock/contract';
import type { PipeFailure, PipeState } from '@penstock/engine';
import { sql, type Updateable } from 'kysely';
import { compiledOnce, compiledReads } from '../storage/compiled-query.ts';
import type { Database } from '../storage/database.ts';
import { databaseClock } from '../storage/dialects.ts';
import type { Vault } from '../storage/encryption.ts';
import { record } from '../storage/outbox.ts';
import type { Schema } from '../storage/schema.ts';
import { inTransaction } from '../storage/transaction.ts';
import { fails, firstFailure, generationAfter, isKnown, lockCurrent, storeState } from './current-row.ts';
import { changeLeased, endLease, FIRST_ATTEMPT, IDLE, type Lease } from './leased-work.ts';
import { type LiveWorkers, liveWorkers } from './live-workers.ts';
import { type PipeLeases, pipeLeases } from './pipe-leases.ts';
import { type PipeReaders, pipeReaders } from './pipe-readers.ts';
import {
  DELETED,
  failureText,
  type PipeRecord,
  type PipeWithSecrets,
  pipeEvent,
  pipeWithSecrets,
} from './stored-pipe.ts';

/** A pipe for the reconciler. */
export interface PipeAtWork extends PipeWithSecrets {
  /** It was deleted; the runtime has to release it. */
  readonly deleted: boolean;
  /** Precedes the names of the databases of its service. */
  readonly databasePrefix: string;
  /** The number of readers with work, in addition to the first one. */
  readonly furtherReaders: number;
}

/** The result of a step. */
interface Reached {
  readonly state: PipeState;
  readonly initialized: boolean;
  readonly failure: PipeFailure | null;
  /** If the runtime looked at the table. */
  readonly deliveryGuarantee?: PipeDeliveryGuarantee | undefined;
  /** Whether another step follows. */
  readonly more: boolean;
}

/**
 * The queries of the reconciler: which pipes have work, which process does it, and the results. Timestamps come from the
 * clock of the database, so the clocks of the processes do not matter.
 */
export interface PipeQueue extends LiveWorkers, PipeLeases, PipeReaders {
  find(pipeId: string): Promise<PipeAtWork | undefined>;
  /**
   * Stores the result of a step; false if the pipe was changed in the meantime.
   *
   * @throws LeaseLostError
   */
  settle(owner: string, lease: Lease, pipe: PipeRecord, reached: Reached): Promise<boolean>;
  /** Marks the work as done; false if the pipe was changed in the meantime. @throws LeaseLostError */
  conclude(owner: string, lease: Lease, pipe: PipeRecord): Promise<boolean>;
  /** Returns the pipe to the queue after a failure, for a later retry. @throws LeaseLostError */
  postpone(owner: string, lease: Lease, delayMs: number, failure: PipeFailure): Promise<void>;
  /**
   * Returns a running pipe whose data does not move to the queue, for a later retry. It is `Degraded`, and `Failed` without
   * a retry if it has been failing for longer than `longestMs`; undefined if the pipe was changed in the meantime.
   *
   * @throws LeaseLostError
   */
  degrade(
    owner: string,
    lease: Lease,
    pipe: PipeRecord,
    failure: PipeFailure,
    times: { readonly delayMs: number; readonly longestMs: number },
  ): Promise<PipeState | undefined>;
  /** Stores that the data of a pipe moves; nothing if the pipe was changed in the meantime. @throws LeaseLostError */
  recover(owner: string, lease: Lease, pipe: PipeRecord): Promise<void>;
  /** Deletes a pipe that the runtime has released. @throws LeaseLostError */
  erase(owner: string, lease: Lease): Promise<void>;
}

/** Queues the first reader of a pipe in the transaction of its change. A current lease stays valid. */
export async function enqueue(transaction: Database, pipeId: string): Promise<void> {
  await queueWork(transaction, { pipeId });
}

const queueWork = compiledOnce((db, { pipeId }: { readonly pipeId: string }) => {
  const now = databaseClock(db);
  return db
    .insertInto('pipe_work')
    .values({ pipe_id: pipeId, reader: 0, due_at: now, ...FIRST_ATTEMPT, fence: 0, examine_at: now })
    .onConflict((conflict) =>
      conflict.columns(['pipe_id', 'reader']).doUpdateSet({ due_at: now, ...FIRST_ATTEMPT, examine_at: now }),
    );
});

const findRow = compiledReads((db, { pipeId }: { readonly pipeId: string }) =>
  db
    .selectFrom('pipes')
    .innerJoin('services', 'services.id', 'pipes.service_id')
    .selectAll('pipes')
    .select((pipe) => [
      'database_prefix',
      pipe
        .selectFrom('pipe_work')
        .select(({ fn }) => fn.countAll<number>().as('readers'))
        .whereRef('pipe_work.pipe_id', '=', 'pipes.id')
        .where('reader', '>', 0)
        .where('due_at', 'is not', null)
        .as('further_readers'),
    ])
    .where('pipes.id', '=', pipeId),
);

type ReachedColumns = Pick<
  Updateable<Schema['pipes']>,
  'state' | 'observed_state' | 'initialized' | 'failure' | 'delivery_guarantee' | 'generation' | 'updated_at'
>;

const storeReached = compiledOnce(
  (db, { id, read, ...columns }: ReachedColumns & { readonly id: string; readonly read: number }) =>
    db
      .updateTable('pipes')
      .set((stored) => ({ ...columns, version: stored('version', '+', 1) }))
      .where('id', '=', id)
      .where('generation', '=', read)
      .returning('version'),
);

export function pipeQueue(db: Database, vault: Vault): PipeQueue {
  const now = databaseClock(db);

  return {
    ...liveWorkers(db),
    ...pipeLeases(db),
    ...pipeReaders(db),
    async find(pipeId) {
      const [row] = await findRow(db, { pipeId });
      if (row === undefined) return undefined;
      const deleted = row.desired_state === DELETED;
      const { database_prefix: databasePrefix, further_readers } = row;
      return {
        ...pipeWithSecrets(row, vault),
        ...{ deleted, databasePrefix, furtherReaders: Number(further_readers) },
      };
    },
    settle: (owner, lease, pipe, { state, initialized, failure, deliveryGuarantee, more }) =>
      inTransaction(db, async (transaction) => {
        const { rows } = await storeReached(transaction, {
          ...{ id: pipe.id, read: pipe.generation },
          state,
          observed_state: state,
          initialized: Number(initialized),
          failure: failureText(failure),
          ...(deliveryGuarantee !== undefined && { delivery_guarantee: deliveryGuarantee }),
          generation: generationAfter(pipe.generation, state),
          updated_at: new Date().toISOString(),
        });
        const [settled] = rows;
        // A further step starts with its first attempt; finished work leaves no lease.
        if (more) await changeLeased(transaction, owner, lease, { attempts: 1, failing_since: null });
        else await endLease(transaction, owner, lease);
        if (settled === undefined) throw new Obsolete();
        await record(transaction, [pipeEvent('pipe.state_changed', { ...pipe, state, ...settled })]);
        return true;
      }).catch(falseIfObsolete),
    conclude: (owner, lease, pipe) =>
      inTransaction(db, async (transaction) => {
        if ((await lockCurrent(transaction, pipe)) === undefined) return false;
        await endLease(transaction, owner, lease);
        return true;
      }),
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
          failing_since: sql<number>`coalesce(failing_since, ${now})`,
          due_at: sql<number>`${now} + ${delayMs}`,
        });
      }),
    degrade: (owner, lease, pipe, failure, { delayMs, longestMs }) =>
      inTransaction(db, async (transaction) => {
        const row = await lockCurrent(transaction, pipe);
        if (row === undefined) return undefined;
        const since = await firstFailure(transaction, lease);
        const state = since.elapsed < longestMs ? 'Degraded' : 'Failed';
        const retry = {
          owner: null,
          lease_until: null,
          failing_since: since.at,
          due_at: sql<number>`${now} + ${delayMs}`,
        };
        await changeLeased(transaction, owner, lease, state === 'Failed' ? IDLE : retry);
        if (!isKnown(row, state, failure)) await storeState(transaction, row, state, failure);
        return state;
      }),
    recover: (owner, lease, pipe) =>
      inTransaction(db, async (transaction) => {
        const row = await lockCurrent(transaction, pipe);
        if (row === undefined) return;
        await changeLeased(transaction, owner, lease, { attempts: 1, failing_since: null });
        const state = row.state === 'Degraded' ? 'Running' : (row.state as PipeState);
        // The pipe stays Degraded until the data of all readers moves.
        if (!isKnown(row, state, null) && !(await fails(transaction, pipe.id)))
          await storeState(transaction, row, state, null);
      }),
    erase: (owner, lease) =>
      inTransaction(db, async (transaction) => {
        await changeLeased(transaction, owner, lease, { owner: null });
        await transaction.deleteFrom('pipes').where('id', '=', lease.pipeId).execute();
      }),
  };
}

/** Rolls back a transaction whose pipe has a new generation. */
class Obsolete extends Error {
  override readonly name = 'Obsolete';
}

function falseIfObsolete(error: unknown): false {
  if (error instanceof Obsolete) return false;
  throw error;
}
