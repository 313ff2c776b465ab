import type { MovedData } from '../../src/pipe-runtime.ts';
import type { FinishedBatch, Lag, LeasedPipe, Ledger, PipeReader } from '../../src/writer/ledger.ts';

interface Entry {
  readers: number;
  epoch: number;
  position: string | undefined;
  pending: string | undefined;
  total: MovedData;
  lag: Lag | undefined;
}

export interface MemoryLedger extends Ledger {
  entry(pipeId: string, reader?: number): Entry;
}

/** A ledger that forgets everything when the test ends. `interrupt` may throw, before a step is stored. */
export function memoryLedger(interrupt: (step: 'begin' | 'finish') => void = () => {}): MemoryLedger {
  const pipes = new Map<string, Entry[]>();
  const entriesOf = (pipeId: string): Entry[] => {
    const known = pipes.get(pipeId) ?? [];
    pipes.set(pipeId, known);
    return known;
  };
  const entry = (pipeId: string, reader = 0): Entry => {
    const entries = entriesOf(pipeId);
    entries[reader] ??= newEntry();
    return entries[reader];
  };
  const add = ({ id, reader }: PipeReader, moved: MovedData) => {
    const kept = entry(id, reader);
    kept.total = sum(kept.total, moved);
  };
  return {
    entry,
    read: async ({ id, reader }) => ({ ...entry(id, reader) }),
    readAll: async (pipeId) => entriesOf(pipeId).slice(0, entriesOf(pipeId)[0]?.readers ?? 0),
    async begin({ id, reader }: LeasedPipe, range) {
      interrupt('begin');
      entry(id, reader).pending = range;
    },
    async finish(pipe: LeasedPipe, { position, moved, lag }: FinishedBatch) {
      interrupt('finish');
      const kept = entry(pipe.id, pipe.reader);
      add(pipe, moved);
      Object.assign(kept, { position, pending: undefined, lag: lag ?? kept.lag });
    },
    async observe({ id, reader }, lag) {
      entry(id, reader).lag = lag;
    },
    async divide(pipe, { positions, moved }) {
      for (const [index, position] of positions.entries())
        Object.assign(entry(pipe.id, index), { position, pending: undefined });
      for (const each of entriesOf(pipe.id)) each.readers = positions.length;
      add(pipe, moved);
    },
    readMetrics: async (pipeId) => ({
      total: entriesOf(pipeId).reduce((total, each) => sum(total, each.total), NOTHING),
      minutes: new Map(),
    }),
  };
}

const NOTHING: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };

function newEntry(): Entry {
  return {
    ...{ readers: 1, epoch: 1, position: undefined, pending: undefined },
    ...{ total: NOTHING, lag: undefined },
  };
}

function sum(left: MovedData, right: MovedData): MovedData {
  return {
    rows: left.rows + right.rows,
    bytes: left.bytes + right.bytes,
    batches: left.batches + right.batches,
    errors: left.errors + right.errors,
  };
}
