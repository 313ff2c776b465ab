import type { MovedData } from '../../pipe-runtime.ts';
import { insertMessages } from '../../writer/insert-messages.ts';
import { insertRejectedRows } from '../../writer/rejected-rows.ts';
import type { BatchDestination } from '../source.ts';
import type { MessageFormat } from './formats/message-format.ts';
import type { MessageChunk } from './message-chunk.ts';

const NOTHING: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };

/** Inserts the messages of a batch: one insert for each schema. */
export async function writeMessages(
  chunks: readonly MessageChunk[],
  format: MessageFormat,
  destination: BatchDestination,
): Promise<MovedData> {
  const filled = chunks.filter(({ ends }) => ends.length > 0);
  if (filled.length === 0) return NOTHING;
  const { inserts, rejected } = await format.encode(filled);
  const moved = { ...NOTHING, batches: 1, errors: rejected.length };
  for (const { suffix, messages } of inserts) {
    const { rows, errors } = await insertMessages(
      { ...destination, token: `${destination.token}${suffix}` },
      messages,
    );
    moved.rows += rows;
    moved.errors += errors;
  }
  if (rejected.length > 0)
    await insertRejectedRows({ ...destination, token: `${destination.token}/unreadable` }, rejected);
  return { ...moved, bytes: filled.reduce((sum, { bytes }) => sum + bytes.length, 0) };
}
