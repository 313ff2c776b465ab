import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { databaseClock } from '../storage/dialects.ts';
import { inTransaction } from '../storage/transaction.ts';
import { changeLeased, FIRST_ATTEMPT, IDLE, type LeaseKey } from './leased-work.ts';

/** The readers of a pipe in addition to the first one, which starts and stops them. */
export interface PipeReaders {
  /** Queues the further readers of a pipe with `count` readers. @throws LeaseLostError */
  startReaders(owner: string, lease: LeaseKey, count: number): Promise<void>;
  /**
   * Takes the further readers that no process works for out of the queue. The processes that work for the other ones stop by
   * themselves when the pipe has a new generation. @throws LeaseLostError
   */
  stopReaders(owner: string, lease: LeaseKey): Promise<void>;
}

export function pipeReaders(db: Database): PipeReaders {
  const now = databaseClock(db);

  return {
    startReaders: (owner, lease, count) =>
      inTransaction(db, async (transaction) => {
        await changeLeased(transaction, owner, lease, { owner });
        const rows = Array.from({ length: count - 1 }, (_, index) => ({
          ...{ pipe_id: lease.pipeId, reader: index + 1, due_at: now },
          ...{ ...FIRST_ATTEMPT, fence: 0 },
        }));
        await transaction
          .insertInto('pipe_work')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['pipe_id', 'reader'])
              .doUpdateSet({ due_at: now, ...FIRST_ATTEMPT })
              .where('pipe_work.due_at', 'is', null),
          )
          .execute();
      }),
    stopReaders: (owner, lease) =>
      inTransaction(db, async (transaction) => {
        await changeLeased(transaction, owner, lease, { owner });
        await transaction
          .updateTable('pipe_work')
          .set(IDLE)
          .where('pipe_id', '=', lease.pipeId)
          .where('reader', '!=', lease.reader)
          .where('due_at', 'is not', null)
          .where((work) => work.or([work('owner', 'is', null), sql<boolean>`lease_until < ${now}`]))
          .execute();
      }),
  };
}
