import type { StreamStep } from './change.ts';

/** Beyond this, the stream is paused until half of it has been taken. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What a small transaction needs in memory apart from its values. */
const STEP_BYTES = 500;

/** Steps of a stream that were received and not taken yet. */
export class StepQueue {
  readonly #steps: StreamStep[] = [];
  readonly #flow: { pause(): void; resume(): void };
  #taken = 0;
  #bytes = 0;
  #paused = false;
  #end: { readonly error?: unknown } | undefined;
  #wake = (): void => {};

  constructor(flow: { pause(): void; resume(): void }) {
    this.#flow = flow;
  }

  push(step: StreamStep): void {
    const last = this.#steps.length - 1;
    if (step.kind === 'idle' && last >= this.#taken && this.#steps[last]?.kind === 'idle')
      this.#steps[last] = step;
    else this.#steps.push(step);
    this.#bytes += bytesOf(step);
    if (this.#bytes > MOST_BYTES && !this.#paused) {
      this.#paused = true;
      this.#flow.pause();
    }
    this.#wake();
  }

  /** Nothing follows. What was received is still taken. */
  end(error?: unknown): void {
    this.#end ??= error === undefined ? {} : { error };
    this.#wake();
  }

  /** The next step, or undefined at the end. It rejects if the stream ended with an error. */
  async take(): Promise<StreamStep | undefined> {
    while (this.#taken === this.#steps.length) {
      if (this.#end !== undefined) {
        if ('error' in this.#end) throw this.#end.error;
        return undefined;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#shift();
  }

  #shift(): StreamStep | undefined {
    const step = this.#steps[this.#taken];
    this.#taken += 1;
    if (this.#taken === this.#steps.length || this.#taken > 10_000) {
      this.#steps.splice(0, this.#taken);
      this.#taken = 0;
    }
    if (step !== undefined) this.#bytes -= bytesOf(step);
    if (this.#paused && this.#bytes < MOST_BYTES / 2) {
      this.#paused = false;
      this.#flow.resume();
    }
    return step;
  }
}

function bytesOf(step: StreamStep): number {
  return step.kind === 'idle' ? 0 : step.bytes + STEP_BYTES;
}
