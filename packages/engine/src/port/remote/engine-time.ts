/** The time that the engine may take for a result. The time that the reader takes between parts of it is not counted. */
export class EngineTime {
  readonly #controller = new AbortController();
  #leftMs: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#leftMs = ms;
    this.start();
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    this.#startedAt = performance.now();
    const late = () => this.#controller.abort(new DOMException('The time is over.', 'TimeoutError'));
    this.#timer = setTimeout(late, Math.max(this.#leftMs, 0)).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedAt;
  }
}
