import { setTimeout as wait } from 'node:timers/promises';
import type { RawAnswer } from '../target/target.ts';

/** A server that asks for more than that is not waited for. */
const LONGEST_PAUSE_S = 120;

/** Keeps a credential within its rate limit: who is told to wait, waits, and so do all others who send with it. */
export class Pace {
  readonly #pausedUntil = new Map<string, number>();

  async mayGo(credential: string, stop: AbortSignal): Promise<void> {
    for (;;) {
      const pause = (this.#pausedUntil.get(credential) ?? 0) - performance.now();
      if (pause <= 0) return;
      await wait(pause, undefined, { signal: stop });
    }
  }

  /** Looks at what an answer says of the limit; false if it asks for more patience than there is. */
  heed(credential: string, { status, headers }: RawAnswer): boolean {
    const seconds = status === 429 ? Number(headers.get('retry-after') ?? 1) : secondsUntilMore(headers);
    if (seconds > LONGEST_PAUSE_S) return false;
    if (seconds >= 0) {
      const until = performance.now() + seconds * 1000;
      this.#pausedUntil.set(credential, Math.max(until, this.#pausedUntil.get(credential) ?? 0));
    }
    return true;
  }
}

/** `RateLimit: "default";r=0;t=4`: nothing is left for four seconds. */
function secondsUntilMore(headers: Headers): number {
  const text = headers.get('ratelimit') ?? '';
  return /;\s*r=0(?![\d.])/.test(text) ? Number(/;\s*t=(\d+)/.exec(text)?.[1]) : Number.NaN;
}
