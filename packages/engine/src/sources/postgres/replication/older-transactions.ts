import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { PipeError } from '../../../pipe-runtime.ts';

const LONGEST_MS = 50_000;
const POLL_MS = 100;

/**
 * Waits until all transactions that are running now have ended. What they wrote before a table was added to the publication is not in the
 * stream of changes, so it has to be in the copy.
 *
 * @throws PipeError if they run for too long
 */
export async function awaitOlderTransactions(client: Client, signal: AbortSignal): Promise<void> {
  const { rows } = await client.query<{ end: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS end',
  );
  const deadline = performance.now() + LONGEST_MS;
  while (performance.now() < deadline) {
    const result = await client.query<{ ended: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended',
      [rows[0]?.end],
    );
    if (result.rows[0]?.ended === true) return;
    await setTimeout(POLL_MS, undefined, { signal });
  }
  throw new PipeError(
    'source_unreachable',
    'New tables cannot be copied yet, because transactions of the database have been running for a long time. The pipe continues when they have ended.',
  );
}
