import type { MovedData } from '../../src/pipe-runtime.ts';
import type { FinishedBatch, Lag, LeasedPipe, Ledger, Progress } from '../../src/writer/ledger.ts';

interface Entry {
  epoch: number;
  position: string | undefined;
  pending: string | undefined;
  total: MovedData;
  lag: Lag | undefined;
}

export interface MemoryLedger extends Ledger {
  entry(pipeId: string): Entry;
}

/** A ledger that forgets everything when the test ends. `interrupt` may throw, before a step is stored. */
export function memoryLedger(interrupt: (step: 'begin' | 'finish') => void = () => {}): MemoryLedger {
  const entries = new Map<string, Entry>();
  const entry = (pipeId: string): Entry => {
    const known = entries.get(pipeId);
    if (known !== undefined) return known;
    const total = { rows: 0, bytes: 0, batches: 0, errors: 0 };
    const created = { epoch: 1, position: undefined, pending: undefined, total, lag: undefined };
    entries.set(pipeId, created);
    return created;
  };
  return {
    entry,
    read: async (pipeId): Promise<Progress> => ({ ...entry(pipeId) }),
    async begin({ id }: LeasedPipe, range) {
      interrupt('begin');
      entry(id).pending = range;
    },
    async finish({ id }: LeasedPipe, { position, moved, lag }: FinishedBatch) {
      interrupt('finish');
      const kept = entry(id);
      const { rows, bytes, batches, errors } = kept.total;
      kept.total = {
        rows: rows + moved.rows,
        bytes: bytes + moved.bytes,
        batches: batches + moved.batches,
        errors: errors + moved.errors,
      };
      Object.assign(kept, { position, pending: undefined, lag: lag ?? kept.lag });
    },
    async observe({ id }, lag) {
      entry(id).lag = lag;
    },
    readMetrics: async (pipeId) => ({ total: entry(pipeId).total, minutes: new Map() }),
  };
}
