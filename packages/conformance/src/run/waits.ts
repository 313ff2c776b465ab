import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse, Goal, WaitResult } from '../session.ts';

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;

/**
 * Waits for asynchronous changes. After the first wait of a kind that timed out, no other wait of that kind waits: a server
 * with wrong states would otherwise keep every check waiting for the full timeout.
 */
export class Waits {
  readonly #timeoutMs: number;
  readonly #stop: AbortSignal;
  readonly #timedOut = new Set<string>();

  constructor(timeoutMs: number, stop: AbortSignal) {
    this.#timeoutMs = timeoutMs;
    this.#stop = stop;
  }

  /** The kinds of waits that timed out, one entry per wait that lasted for the full timeout. */
  get timedOut(): readonly string[] {
    return [...this.#timedOut];
  }

  /** Sends until the goal is reached. `kindOf` names what a response is about, such as kafka pipes. */
  async until(
    send: () => Promise<ApiResponse>,
    kindOf: (response: ApiResponse) => string,
    goal: Goal,
  ): Promise<WaitResult> {
    const end = performance.now() + this.#timeoutMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const response = await send();
      if (goal.isReached(response)) return { response, outcome: 'reached' };
      const kind = `${kindOf(response)} ${goal.name}`;
      if (this.#timedOut.has(kind)) return { response, outcome: 'not waited' };
      if (performance.now() > end) {
        this.#timedOut.add(kind);
        return { response, outcome: 'timed out' };
      }
      await pause(pauseMs, undefined, { signal: this.#stop });
    }
  }
}
