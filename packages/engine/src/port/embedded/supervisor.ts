import type { EngineProcess, ProcessEnd } from './engine-process.ts';

/** What happens to a supervised process after its first start. */
export type SupervisorEvent =
  | ({ readonly kind: 'ended'; readonly retryMs: number } & ProcessEnd)
  | { readonly kind: 'failed'; readonly reason: string; readonly retryMs: number }
  | { readonly kind: 'restarted'; readonly enginePid: number; readonly afterMs: number };

/** Keeps one process running. */
export interface Supervisor {
  /** Undefined while there is none. */
  readonly current: EngineProcess | undefined;
  readonly restarts: number;
  /** Resolves when the next process is ready; rejects when `signal` aborts or the supervisor stops before. */
  next(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;
/** A process that ran this long was healthy, and its successor starts without a long delay. */
const HEALTHY_MS = 5_000;

/** Starts the process again whenever it ends, with increasing delays. */
export function supervise(
  first: EngineProcess,
  start: () => Promise<EngineProcess>,
  onEvent: (event: SupervisorEvent) => void,
): Supervisor {
  let current: EngineProcess | undefined = first;
  let restarts = 0;
  let retryMs = FIRST_RETRY_MS;
  let startedAt = performance.now();
  let restarted = Promise.withResolvers<void>();
  restarted.promise.catch(() => {});
  const stopped = new AbortController();
  let running: Promise<void> = watch(first);

  async function watch(process: EngineProcess): Promise<void> {
    const end = await process.ended;
    current = undefined;
    if (stopped.signal.aborted) return;
    if (performance.now() - startedAt > HEALTHY_MS) retryMs = FIRST_RETRY_MS;
    onEvent({ kind: 'ended', ...end, retryMs });
    running = restart(performance.now());
  }

  async function restart(endedAt: number): Promise<void> {
    while (!stopped.signal.aborted) {
      await pause(retryMs, stopped.signal);
      if (stopped.signal.aborted) return;
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      try {
        const next = await start();
        if (stopped.signal.aborted) return await next.stop();
        startedAt = performance.now();
        restarts += 1;
        current = next;
        running = watch(next);
        onEvent({ kind: 'restarted', enginePid: next.pid, afterMs: Math.round(performance.now() - endedAt) });
        restarted.resolve();
        restarted = Promise.withResolvers();
        restarted.promise.catch(() => {});
        return;
      } catch (error) {
        onEvent({ kind: 'failed', reason: (error as Error).message, retryMs });
      }
    }
  }

  return {
    get current() {
      return current;
    },
    get restarts() {
      return restarts;
    },
    async next(signal) {
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        await Promise.race([restarted.promise, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    async stop() {
      stopped.abort();
      restarted.reject(new Error('The engine is closed.'));
      await current?.stop();
      await running;
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
