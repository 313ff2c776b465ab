import { setTimeout as wait } from 'node:timers/promises';
import type { RawResponse } from '../target/target.ts';

/** The kit does not wait for longer pauses. */
const MAX_PAUSE_S = 120;

/** Keeps each credential within its rate limit: all requests with the credential wait while it is paused. */
export class RateLimitPauses {
  readonly #pausedUntil = new Map<string, number>();

  async untilOver(credential: string, stop: AbortSignal): Promise<void> {
    for (;;) {
      const pause = (this.#pausedUntil.get(credential) ?? 0) - performance.now();
      if (pause <= 0) return;
      await wait(pause, undefined, { signal: stop });
    }
  }

  /** Reads the limit from a response. Returns false if the pause is too long. */
  observe(credential: string, { status, headers }: RawResponse): boolean {
    const seconds = status === 429 ? Number(headers.get('retry-after') ?? 1) : secondsUntilMore(headers);
    if (seconds > MAX_PAUSE_S) return false;
    if (seconds >= 0) {
      const until = performance.now() + seconds * 1000;
      this.#pausedUntil.set(credential, Math.max(until, this.#pausedUntil.get(credential) ?? 0));
    }
    return true;
  }
}

/** `RateLimit: "default";r=0;t=4`: no request is left for 4 seconds. */
function secondsUntilMore(headers: Headers): number {
  const text = headers.get('ratelimit') ?? '';
  return /;\s*r=0(?![\d.])/.test(text) ? Number(/;\s*t=(\d+)/.exec(text)?.[1]) : Number.NaN;
}
