import type { PipeFailure, PipeState } from '@penstock/engine';
import type { Database } from '../storage/database.ts';
import { databaseClock } from '../storage/dialects.ts';
import { record } from '../storage/outbox.ts';
import type { PipeRow } from '../storage/schema.ts';
import { failureText, type PipeRecord, pipeEvent, pipeOf } from './stored-pipe.ts';

// Steps of transactions that change the state of a running pipe.

/** Whether a pipe is in this state already, for the same reason. The first timestamp of a repeated failure stays. */
export function isKnown(row: PipeRow, state: PipeState, failure: PipeFailure | null): boolean {
  if (row.state !== state) return false;
  const stored = pipeOf(row).failure;
  return stored?.code === failure?.code && stored?.message === failure?.message;
}

/** The row of a pipe, locked until the end of the transaction; undefined if the pipe was changed in the meantime. */
export function lockCurrent(
  transaction: Database,
  { id, generation }: PipeRecord,
): Promise<PipeRow | undefined> {
  return transaction
    .updateTable('pipes')
    .set({ generation })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .returningAll()
    .executeTakeFirst();
}

/** When the data of a reader failed to move for the first time, now if it moved before, and the time since then. */
export async function firstFailure(
  transaction: Database,
  { pipeId, reader }: { readonly pipeId: string; readonly reader: number },
): Promise<{ at: number; elapsed: number }> {
  const now = databaseClock(transaction);
  const { at, current } = await transaction
    .selectFrom('pipe_work')
    .select((work) => [work.fn.coalesce('failing_since', now).as('at'), now.as('current')])
    .where('pipe_id', '=', pipeId)
    .where('reader', '=', reader)
    .executeTakeFirstOrThrow();
  return { at, elapsed: current - at };
}

/** Whether the data of any reader of a pipe fails to move. */
export async function fails(transaction: Database, pipeId: string): Promise<boolean> {
  const failing = await transaction
    .selectFrom('pipe_work')
    .select('reader')
    .where('pipe_id', '=', pipeId)
    .where('failing_since', 'is not', null)
    .executeTakeFirst();
  return failing !== undefined;
}

/** A failed pipe gets a new generation, so that its other readers stop. */
export async function storeState(
  transaction: Database,
  row: PipeRow,
  state: PipeState,
  failure: PipeFailure | null,
): Promise<void> {
  const version = row.version + 1;
  await transaction
    .updateTable('pipes')
    .set({
      state,
      observed_state: state,
      failure: failureText(failure),
      generation: generationAfter(row.generation, state),
      version,
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', row.id)
    .execute();
  await record(transaction, [pipeEvent('pipe.state_changed', { ...pipeOf(row), state, version })]);
}

export function generationAfter(generation: number, state: PipeState): number {
  return state === 'Failed' ? generation + 1 : generation;
}
