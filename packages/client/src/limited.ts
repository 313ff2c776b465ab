/** Timers that are longer run out at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Gives work a time limit and an end. Both end it at once, even if it does not care for the signal that it is given; no
 * timer and no listener is left behind.
 *
 * @param signal ends the work with its reason
 * @param timeoutMs how long the work may take
 * @param timeout gives what the work fails with when it takes longer
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
    const timer = setTimeout(() => end(timeout()), Math.min(timeoutMs, LONGEST_TIMER_MS));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    work(controller.signal).then(settle(resolve), settle(reject));
  });
}
