import type { Verdict } from '../run/verdict.ts';

/** Sooner nobody has begun to wonder. */
const SILENT_MS = 2000;
const BETWEEN_MS = 100;

/** A line that says how far the run is, on a terminal alone: a log has no use for it. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #begun = performance.now();
  #shownAt = Number.NEGATIVE_INFINITY;
  #all = 0;
  #done = 0;
  #failed = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  begin(all: number): void {
    this.#all = all;
  }

  count({ outcome }: Verdict): void {
    this.#done += 1;
    if (outcome === 'failed') this.#failed += 1;
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#begun < SILENT_MS || now - this.#shownAt < BETWEEN_MS) return;
    this.#shownAt = now;
    this.#stream.write(`\r\u001b[K${this.#done} of ${this.#all} checks, ${this.#failed} failed`);
  }

  clear(): void {
    if (this.#shownAt > 0) this.#stream.write('\r\u001b[K');
  }
}
