import type { MovedData } from '../../pipe-runtime.ts';
import type { LeasedPipe, Ledger } from '../../writer/ledger.ts';
import { type PostgresProgress, readProgress, type TableProgress } from './progress.ts';

const NOTHING: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };

/** The progress of a pipe in the ledger, which the readers of several tables change at once. */
export interface StoredProgress {
  readonly current: PostgresProgress;
  change(change: (progress: PostgresProgress) => PostgresProgress, moved?: MovedData): Promise<void>;
  changeTable(key: string, change: (table: TableProgress) => TableProgress, moved?: MovedData): Promise<void>;
}

export async function readStoredProgress(ledger: Ledger, pipe: LeasedPipe): Promise<StoredProgress> {
  let current = readProgress((await ledger.read(pipe)).position);
  let last: Promise<unknown> = Promise.resolve();
  const change: StoredProgress['change'] = (how, moved = NOTHING) => {
    // One after the other: each writes what all before it changed.
    const written = last.then(async () => {
      const next = how(current);
      await ledger.finish(pipe, { position: JSON.stringify(next), moved });
      current = next;
    });
    last = written.catch(() => {});
    return written;
  };
  return {
    get current() {
      return current;
    },
    change,
    changeTable: (key, how, moved) =>
      change((progress) => {
        const table = progress.tables[key];
        if (table === undefined) throw new Error(`The copy of the table ${key} has not begun.`);
        return { ...progress, tables: { ...progress.tables, [key]: how(table) } };
      }, moved),
  };
}
