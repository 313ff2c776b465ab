import { Readable } from 'node:stream';
import type { MovedData } from '../pipe-runtime.ts';
import { quoteText } from '../port/names.ts';
import type { BatchDestination } from '../sources/source.ts';
import { isAboutData } from './data-error.ts';
import { INSERT_SECONDS } from './insert-seconds.ts';
import type { Messages } from './messages.ts';
import { ONE_BLOCK } from './one-block.ts';
import { insertRejectedRows } from './rejected-rows.ts';
import { sortOut } from './sort-out.ts';

/**
 * Inserts messages as one block. Messages that do not fit the columns go to the table of rejected rows. A repetition with the same
 * token inserts nothing twice.
 */
export async function insertMessages(destination: BatchDestination, batch: Messages): Promise<MovedData> {
  const bytes = batch.bytes.reduce((sum, { length }) => sum + length, 0);
  if (batch.count === 0) return { rows: 0, bytes, batches: 1, errors: 0 };
  try {
    await insert(destination, batch, batch.bytes);
    return { rows: batch.count, bytes, batches: 1, errors: 0 };
  } catch (error) {
    if (!isAboutData(error)) throw error;
    const { accepted, rejected } = await sortOut(destination, batch);
    // Every message fits, so the table is what does not work.
    if (rejected.length === 0) throw error;
    if (accepted.length > 0) await insert(destination, batch, batch.frame(accepted));
    await insertRejectedRows(destination, rejected);
    return { rows: accepted.length, bytes, batches: 1, errors: rejected.length };
  }
}

async function insert(
  { engine, plan, token, signal }: BatchDestination,
  { format, settings }: Messages,
  bytes: readonly Uint8Array[],
): Promise<void> {
  await engine.query({
    sql: `${plan.insertFrom} input(${quoteText(plan.structure)}) FORMAT ${format}`,
    data: Readable.from(bytes),
    settings: {
      ...plan.settings,
      ...settings,
      ...ONE_BLOCK,
      insert_deduplicate: 1,
      insert_deduplication_token: token,
      async_insert: 0,
    },
    limits: { seconds: INSERT_SECONDS },
    signal,
  });
}
