import type { MovedData } from '../pipe-runtime.ts';
import type { SourceDivision } from '../sources/source.ts';
import { batchToken } from './batch-token.ts';
import { type MoveParts, moveBatches } from './move-batches.ts';

export interface DivideParts extends Omit<MoveParts, 'progress'> {
  readonly division: SourceDivision;
}

/**
 * Divides a source between a number of readers. The batches that were interrupted are repeated first, with their tokens, because
 * their ranges belong to readers that may not exist any more.
 *
 * @param parts with a source that reads all parts
 */
export async function divideSource(parts: DivideParts, count: number, signal: AbortSignal): Promise<void> {
  const { pipe, division, ledger } = parts;
  const { positions, moved } = await finishPending(parts, signal);
  const position = positions.length === 0 ? await startPosition(parts, signal) : division.merge(positions);
  const divided = Array.from({ length: count }, (_, index) => division.take(position, { index, count }));
  await ledger.divide(pipe, { positions: divided, moved });
}

/** Repeats what is pending. The ledger stores that together with the new positions. */
async function finishPending({ pipe, plan, source, engine, ledger }: DivideParts, signal: AbortSignal) {
  const positions: string[] = [];
  let moved: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };
  for (const { epoch, position, pending } of await ledger.readAll(pipe.id)) {
    if (pending === undefined) {
      if (position !== undefined) positions.push(position);
      continue;
    }
    const batch = await source.repeat(pending, signal);
    const token = batchToken(pipe.id, epoch, pending);
    moved = sum(moved, await batch.write({ engine, plan, pipeId: pipe.id, token, signal }));
    positions.push(batch.position);
  }
  return { positions, moved };
}

function sum(left: MovedData, right: MovedData): MovedData {
  return {
    rows: left.rows + right.rows,
    bytes: left.bytes + right.bytes,
    batches: left.batches + right.batches,
    errors: left.errors + right.errors,
  };
}

/** Where the pipe starts: one reader decides that for all parts, so that they start at the same time. */
async function startPosition(parts: DivideParts, signal: AbortSignal): Promise<string> {
  const { pipe, ledger } = parts;
  for (;;) {
    signal.throwIfAborted();
    const progress = await ledger.read(pipe);
    if (progress.position !== undefined) return progress.position;
    const first = new AbortController();
    const stop = AbortSignal.any([signal, first.signal]);
    await moveBatches({ ...parts, progress }, stop, () => first.abort());
  }
}
