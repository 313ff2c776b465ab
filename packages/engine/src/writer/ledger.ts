import type { MovedData, RuntimeMetrics, RuntimePipe } from '../pipe-runtime.ts';

/**
 * The progress of pipes, in the control database. Writes carry the fence of the lease, so a process that lost its lease
 * cannot write.
 */
export interface Ledger {
  read(pipe: PipeReader): Promise<Progress>;
  /** The progress of all readers, in their order; empty before the first write. */
  readAll(pipeId: string): Promise<readonly Progress[]>;
  /** Stores which batch is about to be inserted. @throws LeaseLostError */
  begin(pipe: LeasedPipe, range: string): Promise<void>;
  /** Stores, in one transaction, that the rows of the begun batch are in the table. @throws LeaseLostError */
  finish(pipe: LeasedPipe, finished: FinishedBatch): Promise<void>;
  /** Stores how far the pipe is behind its source. @throws LeaseLostError */
  observe(pipe: LeasedPipe, lag: Lag): Promise<void>;
  /**
   * Replaces, in one transaction, the progress of all readers: one position for each of them, nothing pending.
   *
   * @throws LeaseLostError, or Error while another reader of the pipe works
   */
  divide(pipe: LeasedPipe, divided: DividedProgress): Promise<void>;
  /** What a pipe moved in total, and in the minutes that start in a range; both ends are milliseconds, the second one is excluded. */
  readMetrics(pipeId: string, since: number, until: number): Promise<RuntimeMetrics>;
}

/** One of the readers of a pipe. Each has its own position, and its own pending batch. */
export type PipeReader = Pick<RuntimePipe, 'id' | 'reader'>;

export type LeasedPipe = Pick<RuntimePipe, 'id' | 'reader' | 'fence'>;

export interface Progress {
  /** The number of readers that the source is divided between. */
  readonly readers: number;
  /** Increases when the pipe reads everything again. */
  readonly epoch: number;
  /** After the last finished batch, as the source wrote it; undefined before the first one. */
  readonly position: string | undefined;
  /** The range of a batch that was begun and not finished. Its rows may be in the table. */
  readonly pending: string | undefined;
}

/** A batch whose rows are in the table. */
export interface FinishedBatch {
  readonly position: string;
  readonly moved: MovedData;
  readonly lag?: Lag;
}

/** A new division of a source. */
export interface DividedProgress {
  readonly positions: readonly string[];
  /** What was moved by repeating the pending batches of the old division. */
  readonly moved: MovedData;
}

/** How far a pipe is behind its source. */
export interface Lag {
  /** The age of the newest row that was not moved yet; 0 if there is none. */
  readonly seconds?: number;
  /** The rows that were not moved yet, by part of the source, for example `orders/3`. */
  readonly rowsByPart?: Readonly<Record<string, number>>;
  /** The bytes of its log that a database keeps for the pipe. */
  readonly retainedLogBytes?: number;
}

/** Another process has taken over the pipe. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(pipeId: string) {
    super(`The lease on the pipe ${pipeId} has passed to another process.`);
  }
}
