/** Wakes all waiting functions when something changes. */
export class Change {
  #changed = Promise.withResolvers<void>();

  notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Resolves at the next change, or after some milliseconds. */
  async wait(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.#changed.promise, timeout]);
    clearTimeout(timer);
  }
}
