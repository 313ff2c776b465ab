import { LeaseLostError } from '@penstock/engine';
import type { UpdateObject } from 'kysely';
import { compiledOnce } from '../storage/compiled-query.ts';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';

/** The exclusive right to work for one reader of a pipe, for a limited time. */
export interface Lease {
  readonly pipeId: string;
  /** From 0. The first reader also does all work but moving. */
  readonly reader: number;
  /** Greater than the fence of every earlier lease on this reader. */
  readonly fence: number;
  /** The number of attempts for the current state, including this one. */
  readonly attempts: number;
  /** The time since the first of the failures without a success; undefined if the last attempt did not fail. */
  readonly failingMs: number | undefined;
}

export type LeaseKey = Pick<Lease, 'pipeId' | 'reader' | 'fence'>;

export const FIRST_ATTEMPT = { attempts: 0, failing_since: null } as const;
/** Work that is done. */
export const IDLE = { owner: null, lease_until: null, due_at: null, ...FIRST_ATTEMPT } as const;

/** The work of a lease, while the process has it. */
export function leasedWork(on: Database, owner: string, { pipeId, reader, fence }: LeaseKey) {
  return on
    .updateTable('pipe_work')
    .where('pipe_id', '=', pipeId)
    .where('reader', '=', reader)
    .where('owner', '=', owner)
    .where('fence', '=', fence);
}

/**
 * Does not count the attempt of a lease that ended in order: only attempts that ended with their process count. Another process may have
 * the reader by now.
 */
export async function discountAttempt(on: Database, { pipeId, reader }: LeaseKey): Promise<void> {
  await on
    .updateTable('pipe_work')
    .set((work) => ({ attempts: work('attempts', '-', 1) }))
    .where('pipe_id', '=', pipeId)
    .where('reader', '=', reader)
    .where('attempts', '>', 0)
    .execute();
}

/** Ends the work of a lease. @throws LeaseLostError */
export async function endLease(on: Database, owner: string, lease: LeaseKey): Promise<void> {
  const { pipeId, reader, fence } = lease;
  const { numAffectedRows } = await makeIdle(on, { owner, pipeId, reader, fence });
  if (numAffectedRows === 0n) throw new LeaseLostError(pipeId);
}

const makeIdle = compiledOnce((on, { owner, ...lease }: LeaseKey & { readonly owner: string }) =>
  leasedWork(on, owner, lease).set(IDLE),
);

/** @throws LeaseLostError */
export async function changeLeased(
  on: Database,
  owner: string,
  lease: LeaseKey,
  change: UpdateObject<Schema, 'pipe_work'>,
): Promise<void> {
  const { numUpdatedRows } = await leasedWork(on, owner, lease).set(change).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError(lease.pipeId);
}
