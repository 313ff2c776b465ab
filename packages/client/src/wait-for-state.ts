import type { CallOptions } from './call-options.ts';
import type { Pipe, PipeState } from './contract-views.ts';
import { pause } from './pause.ts';
import { PenstockError } from './penstock-error.ts';

const DEFAULT_TIMEOUT_MS = 600_000;
const DEFAULT_POLL_MS = 250;
const GROWTH = 1.5;
const LONGEST_GROWTH = 20;
/** Timers that are longer run out at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface WaitOptions extends CallOptions {
  /** How long to wait in all. 10 minutes if none is given. */
  readonly timeoutMs?: number | undefined;
  /** The first pause between two looks, 250 ms if none is given. Pauses grow by half each, up to 20 times as long. */
  readonly pollMs?: number | undefined;
}

/**
 * The pipe did not reach the state that was waited for: `code` is `wait_timed_out`, or `pipe_failed` if it reached
 * `Failed` instead, from which it does not come back by itself.
 */
export class PipeWaitError extends PenstockError {
  static {
    PipeWaitError.prototype.name = 'PipeWaitError';
  }

  /** The state that the pipe was seen in last; undefined if it was not seen at all. */
  readonly lastState: PipeState | undefined;

  constructor(code: 'wait_timed_out' | 'pipe_failed', target: PipeState, lastState: PipeState | undefined) {
    const seen = lastState === undefined ? 'was not seen at all' : `is ${lastState}`;
    super({
      operationId: 'getPipe',
      status: 0,
      code,
      detail: `The pipe should become ${target} and ${seen}.`,
    });
    this.lastState = lastState;
  }
}

/** Looks at a pipe, with growing pauses, until it is in the state. */
export async function waitForState(
  look: (options: CallOptions) => PromiseLike<Pipe>,
  target: PipeState,
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS, pollMs = DEFAULT_POLL_MS }: WaitOptions = {},
): Promise<Pipe> {
  // The deadline ends a look too: a server that never answers must not hold the wait.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), Math.min(timeoutMs, LONGEST_TIMER_MS));
  const end = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
  let lastState: PipeState | undefined;
  try {
    for (let wait = pollMs; ; wait = Math.min(wait * GROWTH, pollMs * LONGEST_GROWTH)) {
      const pipe = await look({ signal: end });
      lastState = pipe.state;
      if (lastState === target) return pipe;
      if (lastState === 'Failed') throw new PipeWaitError('pipe_failed', target, lastState);
      await pause(wait, end);
    }
  } catch (reason) {
    if (!deadline.signal.aborted || reason !== deadline.signal.reason) throw reason;
    throw new PipeWaitError('wait_timed_out', target, lastState);
  } finally {
    clearTimeout(timer);
  }
}
