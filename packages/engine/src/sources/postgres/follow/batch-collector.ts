import type { StreamStep } from '../changes/change.ts';
import type { StreamPosition } from '../progress.ts';
import { ChangeBatch } from './change-batch.ts';

/** Collects the steps of a stream in batches, also while the previous batch is inserted. */
export class BatchCollector {
  #batch: ChangeBatch;
  #isFull: (batch: ChangeBatch) => boolean;
  #end: { readonly error?: unknown } | undefined;
  #changed = (): void => {};
  #taken = (): void => {};

  /** @param isFull whether a batch takes no further steps */
  constructor(
    steps: AsyncIterable<StreamStep>,
    from: StreamPosition,
    isFull: (batch: ChangeBatch) => boolean,
  ) {
    this.#batch = new ChangeBatch(from);
    this.#isFull = isFull;
    this.#collect(steps).then(
      () => this.#finish({}),
      (error: unknown) => this.#finish({ error }),
    );
  }

  async #collect(steps: AsyncIterable<StreamStep>): Promise<void> {
    for await (const step of steps) {
      this.#batch.add(step);
      if (!this.#isFull(this.#batch)) continue;
      this.#changed();
      await new Promise<void>((resolve) => {
        this.#taken = resolve;
      });
    }
  }

  #finish(end: { readonly error?: unknown }): void {
    this.#end = end;
    this.#changed();
  }

  /** Resolves when the batch is full, when the stream has ended, or after some time. */
  async wait(milliseconds: number): Promise<void> {
    if (this.#end === undefined && !this.#isFull(this.#batch)) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
        if (milliseconds < Number.POSITIVE_INFINITY) timer = setTimeout(resolve, milliseconds);
      });
      clearTimeout(timer);
    }
    if (this.#end !== undefined && 'error' in this.#end) throw this.#end.error;
  }

  /** What was collected; the next batch begins after it. */
  take(isFull: (batch: ChangeBatch) => boolean = this.#isFull): ChangeBatch {
    const batch = this.#batch;
    this.#batch = new ChangeBatch(batch.to);
    this.#isFull = isFull;
    this.#taken();
    return batch;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }
}
