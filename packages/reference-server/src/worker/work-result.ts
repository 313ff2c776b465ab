import type { PipeRuntime, PipeState, RuntimeFailure } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import type { Lease } from './leased-work.ts';
import { noticed, type Outcome } from './outcome.ts';
import { type Pace, pauseAfter } from './pace.ts';
import type { PipeAtWork, PipeQueue } from './pipe-queue.ts';
import { completesInitialization, lifeCycleOf, MOVING_STATES, nextState } from './progress.ts';

// How the work of a process on a pipe ends, and what is stored then.

/** The pipe was changed; the lease passed to another process; this process is stopping. */
export type AbortCause = 'obsolete' | 'lost' | 'stopped';

export interface PipeWorkParts {
  /** The id of this process in leases. */
  readonly owner: string;
  readonly queue: PipeQueue;
  readonly runtime: PipeRuntime;
  readonly pace: Pace;
  readonly logger: Logger;
}

/** Whether this process continues to work on the pipe. */
export type Verdict = 'done' | 'again';

/** Whether the data of a pipe in this state moves only while a process works on it. */
export function moves(runtime: PipeRuntime, state: PipeState): boolean {
  return runtime.move !== undefined && MOVING_STATES.includes(state);
}

export async function settle(
  { owner, queue, runtime, logger }: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  state: PipeState,
  { failure, reached }: Outcome,
): Promise<Verdict> {
  const initialized = pipe.initialized || completesInitialization(state);
  const more =
    moves(runtime, state) || nextState(state, lifeCycleOf(pipe.definition), initialized) !== undefined;
  const settled = await queue.settle(owner, lease, pipe, {
    state,
    initialized,
    failure: failure === undefined ? null : noticed(failure),
    deliveryGuarantee: reached?.deliveryGuarantee,
    more,
  });
  if (!settled) return 'again';
  const change = { pipeId: pipe.id, from: pipe.state, to: state, runtime: runtime.name };
  if (failure === undefined) logger.info(change, 'Pipe state changed');
  else logger.warn({ ...change, failure }, 'Pipe failed');
  return more ? 'again' : 'done';
}

/** Returns a running pipe whose data does not move to the queue; the pause grows with each failure. */
export async function degrade(
  { owner, queue, runtime, pace, logger }: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  failure: RuntimeFailure,
): Promise<Verdict> {
  const { attempts } = lease;
  const delayMs = pauseAfter(attempts, pace);
  const to = await queue.degrade(owner, lease, pipe, noticed(failure), {
    delayMs,
    longestMs: pace.maxFailureMs,
  });
  if (to === undefined) return 'again';
  const change = { pipeId: pipe.id, from: pipe.state, to, runtime: runtime.name, failure };
  if (to === 'Failed') logger.warn(change, 'Pipe failed');
  else
    logger.warn(
      { ...change, attempts, pauseMs: delayMs },
      'The data of a pipe does not move; it will be retried',
    );
  return 'done';
}

/** Returns the pipe to the queue for a retry; the pause grows with each failure. */
export async function postpone(
  { owner, queue, pace, logger }: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  failure: RuntimeFailure,
): Promise<Verdict> {
  const { attempts } = lease;
  const pauseMs = pauseAfter(attempts, pace);
  await queue.postpone(owner, lease, pauseMs, noticed(failure));
  logger.warn(
    { pipeId: pipe.id, state: pipe.state, attempts, pauseMs, failure },
    'Pipe step failed; it will be retried',
  );
  return 'done';
}

export async function afterAbort(
  { owner, queue }: PipeWorkParts,
  lease: Lease,
  signal: AbortSignal,
): Promise<Verdict> {
  const cause = signal.reason as AbortCause;
  if (cause === 'obsolete') return 'again';
  if (cause === 'stopped') await queue.release(owner, lease);
  if (cause === 'lost') await queue.discount(lease);
  return 'done';
}
