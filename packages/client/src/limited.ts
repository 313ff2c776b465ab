/** Longer timers would expire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs work with a time limit and an abort signal. Both end it at once, even if the work ignores its own signal, and leave
 * no timer or listener.
 *
 * @param signal ends the work with its reason
 * @param timeoutMs the time limit
 * @param timeout returns the error of work that exceeds the limit
 */
export function limited<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  timeout: () => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const settle =
      <Value>(settled: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        settled(value);
      };
    const end = settle((reason) => {
      reject(reason);
      controller.abort(reason);
    });
    const abort = () => end(signal?.reason);
    const timer = setTimeout(() => end(timeout()), Math.min(timeoutMs, MAX_TIMER_MS));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    work(controller.signal).then(settle(resolve), settle(reject));
  });
}
