import type { Logger } from '@penstock/server';

interface Rounds {
  /** Starts a round immediately, or after the current one. */
  now(): void;
  /** Starts a round within a short time, which all requests in that time share. */
  soon(): void;
  /** Waits for the current round. */
  stop(): Promise<void>;
}

/** The shortest time between the end of a round and one that starts soon. */
const REST_MS = 50;

/** Repeats a round: some time after the last one, or immediately when requested, one at a time. `name`: whose rounds, for the log. */
export function repeating(
  everyMs: number,
  round: () => Promise<void>,
  { logger, name }: { readonly logger: Logger; readonly name: string },
): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let endedAt = -Infinity;
  let again = false;
  let againSoon = false;
  let failing = false;
  let stopped = false;

  const attempt = async () => {
    try {
      await round();
      if (failing) logger.info({}, `${name} can read its work again`);
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error }, `${name} cannot read its work; it will retry`);
      failing = true;
    }
  };

  const now = () => {
    if (stopped) return;
    if (current !== undefined) {
      again = true;
      return;
    }
    clearTimeout(timer);
    current = attempt().then(() => {
      current = undefined;
      endedAt = performance.now();
      if (again) now();
      else if (!stopped) timer = setTimeout(now, againSoon ? REST_MS : everyMs);
    });
    again = false;
    againSoon = false;
  };

  const soon = () => {
    if (stopped) return;
    if (current !== undefined) {
      againSoon = true;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(now, Math.max(0, endedAt + REST_MS - performance.now()));
  };

  return {
    now,
    soon,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
