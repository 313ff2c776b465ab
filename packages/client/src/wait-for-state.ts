import type { PenstockError } from './errors.ts';
import { limited } from './limited.ts';
import type { CallOptions } from './options.ts';
import { pause } from './pause.ts';

const DEFAULT_TIMEOUT_MS = 600_000;
const DEFAULT_POLL_MS = 250;
const GROWTH = 1.5;
const MAX_GROWTH = 20;

/** A resource whose state changes by itself. */
interface Stateful {
  readonly state: string;
}

/** The duration of a wait, and a function that follows it. */
export interface WaitTimes<Resource> {
  /** Ends the wait, during a request or a pause. The wait rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the wait. Default: 10 minutes. */
  readonly timeoutMs?: number | undefined;
  /** The first pause between two polls. Each pause is 1.5 times the previous one, up to 20 times the first. Default: 250 ms. */
  readonly pollMs?: number | undefined;
  /** Called with the resource after each poll. */
  readonly onProgress?: ((resource: Resource) => void) | undefined;
}

/** What is waited for, and what ends the wait. */
interface Wait<Resource extends Stateful> extends WaitTimes<Resource> {
  readonly target: Resource['state'];
  readonly failureStates?: readonly Resource['state'][];
  /** The error of a wait that took too long, or that ended in a failure state. */
  readonly error: (reason: 'timed out' | 'failed', last: Resource | undefined) => PenstockError<string>;
}

/** Polls a resource, with growing pauses, until it is in the state. */
export async function waitForState<Resource extends Stateful>(
  poll: (options: CallOptions) => PromiseLike<Resource>,
  {
    target,
    failureStates = [],
    error,
    signal,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    pollMs = DEFAULT_POLL_MS,
    onProgress,
  }: Wait<Resource>,
): Promise<Resource> {
  let last: Resource | undefined;
  // The limit also ends a request, in case the server never responds.
  return limited(polls, signal, timeoutMs, () => error('timed out', last));

  async function polls(end: AbortSignal): Promise<Resource> {
    for (let wait = pollMs; ; wait = Math.min(wait * GROWTH, pollMs * MAX_GROWTH)) {
      const resource = await poll({ signal: end });
      last = resource;
      onProgress?.(resource);
      if (resource.state === target) return resource;
      if (failureStates.includes(resource.state)) throw error('failed', resource);
      await pause(wait, end);
    }
  }
}
