import type { PipeState } from '@penstock/contract';
import { nameErrors, PenstockError } from './errors.ts';
import type { Pipe } from './generated/models.ts';
import { limited } from './limited.ts';
import type { CallOptions } from './options.ts';
import { pause } from './pause.ts';

const DEFAULT_TIMEOUT_MS = 600_000;
const DEFAULT_POLL_MS = 250;
const GROWTH = 1.5;
const MAX_GROWTH = 20;

export interface WaitOptions {
  /** Ends the wait, during a request or a pause. The wait rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the wait. Default: 10 minutes. */
  readonly timeoutMs?: number | undefined;
  /** The first pause between two polls. Each pause is 1.5 times the previous one, up to 20 times the first. Default: 250 ms. */
  readonly pollMs?: number | undefined;
  /** The states that end the wait with `pipe_failed`. Default: `['Failed']`. */
  readonly failureStates?: readonly PipeState[] | undefined;
  /** Called with the pipe after each poll. */
  readonly onProgress?: ((pipe: Pipe) => void) | undefined;
}

/**
 * The pipe did not reach the expected state. `code` is `pipe_failed` if it reached one of the failure states, otherwise
 * `wait_timed_out`.
 */
export class PipeWaitError extends PenstockError<'wait_timed_out' | 'pipe_failed'> {
  /** The last state that the server returned; undefined if it returned none. */
  declare readonly lastState: PipeState | undefined;
  /** Why the pipe is `Failed` or `Degraded`; undefined in all other states. */
  declare readonly failure: Pipe['failure'];

  constructor(code: 'wait_timed_out' | 'pipe_failed', target: PipeState, pipe: Pipe | undefined) {
    const cause = pipe?.failure === undefined ? '' : ` ${pipe.failure.message}`;
    const detail = `The pipe is ${pipe?.state ?? 'unknown'}, not ${target}.${cause}`;
    super(code, detail, { operationId: 'getPipe', method: '', path: '' });
    this.lastState = pipe?.state;
    this.failure = pipe?.failure;
  }
}

nameErrors({ PipeWaitError });

/** Polls a pipe, with growing pauses, until it is in the state. */
export async function waitForState(
  poll: (options: CallOptions) => PromiseLike<Pipe>,
  target: PipeState,
  {
    signal,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    pollMs = DEFAULT_POLL_MS,
    failureStates = ['Failed'],
    onProgress,
  }: WaitOptions = {},
): Promise<Pipe> {
  let last: Pipe | undefined;
  // The limit also ends a request, in case the server never responds.
  const timeout = () => new PipeWaitError('wait_timed_out', target, last);
  return limited(polls, signal, timeoutMs, timeout);

  async function polls(end: AbortSignal): Promise<Pipe> {
    for (let wait = pollMs; ; wait = Math.min(wait * GROWTH, pollMs * MAX_GROWTH)) {
      const pipe = await poll({ signal: end });
      last = pipe;
      onProgress?.(pipe);
      if (pipe.state === target) return pipe;
      if (failureStates.includes(pipe.state)) throw new PipeWaitError('pipe_failed', target, pipe);
      await pause(wait, end);
    }
  }
}
