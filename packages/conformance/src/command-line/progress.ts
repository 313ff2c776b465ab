import type { CheckResult } from '../run/check-result.ts';

type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** A short run needs no progress. */
const SILENT_MS = 2000;
const BETWEEN_MS = 100;

/** A line with the progress of the run, on terminals only. */
export class Progress {
  readonly #stream: Terminal;
  readonly #begun = performance.now();
  #printedAt = Number.NEGATIVE_INFINITY;
  #all = 0;
  #done = 0;
  #failed = 0;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  begin(all: number): void {
    this.#all = all;
  }

  count({ outcome }: CheckResult): void {
    this.#done += 1;
    if (outcome === 'failed') this.#failed += 1;
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#begun < SILENT_MS || now - this.#printedAt < BETWEEN_MS) return;
    this.#printedAt = now;
    this.#stream.write(`\r\u001b[K${this.#done} of ${this.#all} checks, ${this.#failed} failed`);
  }

  clear(): void {
    if (this.#printedAt > 0) this.#stream.write('\r\u001b[K');
  }
}
