import type { Logger } from '@penstock/server';

interface Rounds {
  /** Starts a round immediately, or after the current one. */
  now(): void;
  /** Waits for the current round. */
  stop(): Promise<void>;
}

/** Repeats a round: some time after the last one, or immediately when requested, one at a time. `name`: whose rounds, for the log. */
export function repeating(
  everyMs: number,
  round: () => Promise<void>,
  { logger, name }: { readonly logger: Logger; readonly name: string },
): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let again = false;
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
      if (again) now();
      else if (!stopped) timer = setTimeout(now, everyMs);
    });
    again = false;
  };

  return {
    now,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
