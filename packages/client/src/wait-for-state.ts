import type { PipeState } from '@penstock/contract';
import { nameErrors, PenstockError } from './errors.ts';
import type { Pipe } from './generated/models.ts';
import { limited } from './limited.ts';
import type { CallOptions } from './options.ts';
import { pause } from './pause.ts';

const DEFAULT_TIMEOUT_MS = 600_000;
const DEFAULT_POLL_MS = 250;
const GROWTH = 1.5;
const LONGEST_GROWTH = 20;

export interface WaitOptions {
  /** Ends the wait, in a request as in a pause. It then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait in all. 10 minutes if none is given. */
  readonly timeoutMs?: number | undefined;
  /** The first pause between two looks, 250 ms if none is given. Pauses grow by half each, up to 20 times as long. */
  readonly pollMs?: number | undefined;
  /** States that end the wait with `pipe_failed`; `['Failed']` if none are given. */
  readonly failureStates?: readonly PipeState[] | undefined;
  /** Called with the pipe after each look. */
  readonly onProgress?: ((pipe: Pipe) => void) | undefined;
}

/**
 * The pipe did not reach the state that was waited for: `code` is `wait_timed_out`, or `pipe_failed` if it reached a state
 * from which it does not come back by itself.
 */
export class PipeWaitError extends PenstockError<'wait_timed_out' | 'pipe_failed'> {
  /** The state that the pipe was seen in last; undefined if it was not seen at all. */
  declare readonly lastState: PipeState | undefined;

  constructor(code: 'wait_timed_out' | 'pipe_failed', target: PipeState, lastState: PipeState | undefined) {
    const detail = `The pipe is ${lastState ?? 'unseen'} and not ${target}.`;
    super(code, detail, { operationId: 'getPipe', method: '', path: '' });
    this.lastState = lastState;
  }
}

nameErrors({ PipeWaitError });

/** Looks at a pipe, with growing pauses, until it is in the state. */
export async function waitForState(
  look: (options: CallOptions) => PromiseLike<Pipe>,
  target: PipeState,
  {
    signal,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    pollMs = DEFAULT_POLL_MS,
    failureStates = ['Failed'],
    onProgress,
  }: WaitOptions = {},
): Promise<Pipe> {
  let lastState: PipeState | undefined;
  // The limit ends a look too: a server that never answers must not hold the wait.
  const timeout = () => new PipeWaitError('wait_timed_out', target, lastState);
  return limited(looks, signal, timeoutMs, timeout);

  async function looks(end: AbortSignal): Promise<Pipe> {
    for (let wait = pollMs; ; wait = Math.min(wait * GROWTH, pollMs * LONGEST_GROWTH)) {
      const pipe = await look({ signal: end });
      lastState = pipe.state;
      onProgress?.(pipe);
      if (lastState === target) return pipe;
      if (failureStates.includes(lastState)) throw new PipeWaitError('pipe_failed', target, lastState);
      await pause(wait, end);
    }
  }
}
