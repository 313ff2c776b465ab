import type { PipeFailure, PipeState } from '@penstock/engine';
import { PipeError, type PipeRuntime, type RuntimeFailure } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import { type Pace, pauseAfter } from './pace.ts';
import type { Lease, PipeAtWork, PipeQueue } from './pipe-queue.ts';
import { completesInitialization, lifeCycleOf, nextState } from './progress.ts';

/** The work of one process on one pipe, from the lease to its end. */
export interface PipeWork {
  readonly lease: Lease;
  /** Sets the current generation of the pipe; work for an older generation is aborted. */
  setGeneration(generation: number): void;
  /** Aborts the work and releases the pipe. */
  abort(cause: 'lost' | 'stopped'): void;
  /** Resolves when the work has ended. It never rejects. */
  readonly done: Promise<void>;
}

/** The pipe was changed; the lease passed to another process; this process is stopping. */
type AbortCause = 'obsolete' | 'lost' | 'stopped';

export interface PipeWorkParts {
  /** The id of this process in leases. */
  readonly owner: string;
  readonly queue: PipeQueue;
  readonly runtime: PipeRuntime;
  readonly pace: Pace;
  readonly logger: Logger;
}

/** Whether this process continues to work on the pipe. */
type Verdict = 'done' | 'again';

const NEVER_ENDED: RuntimeFailure = {
  code: 'internal_error',
  message: 'Every process that worked on the pipe in this state ended before it was done.',
};

/** Moves a pipe state by state to its desired state while the lease is valid. */
export function beginWork(parts: PipeWorkParts, lease: Lease): PipeWork {
  const { owner, queue, logger } = parts;
  let attempt: Attempt = { abort: new AbortController() };
  let newest = 0;
  let stopped = false;

  const drive = async () => {
    for (let count = lease.attempts; ; count = 1) {
      attempt = { abort: new AbortController() };
      const pipe = await queue.find(lease.pipeId);
      if (pipe === undefined) return;
      if (stopped) return queue.release(owner, lease);
      if (pipe.generation < newest) continue;
      attempt.generation = pipe.generation;
      const forPipe = pipe.deleted ? release : reachNext;
      const verdict = await forPipe(parts, lease, pipe, count, attempt.abort.signal);
      if (verdict === 'done') return;
    }
  };

  /** The lease expires, and the next process starts again. */
  const leave = (error: unknown) =>
    logger.warn(
      { pipeId: lease.pipeId, err: error },
      'The result of work on a pipe could not be stored; the work will be repeated',
    );

  return {
    lease,
    setGeneration(generation) {
      newest = generation;
      if (attempt.generation !== undefined && attempt.generation < newest) attempt.abort.abort(OBSOLETE);
    },
    abort(cause) {
      stopped ||= cause === 'stopped';
      attempt.abort.abort(cause);
    },
    done: Promise.resolve().then(drive).catch(leave),
  };
}

const OBSOLETE: AbortCause = 'obsolete';

interface Attempt {
  /** The generation of the pipe when it was read; undefined before. */
  generation?: number;
  readonly abort: AbortController;
}

/** Moves the pipe to its next state. */
async function reachNext(
  parts: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  attempts: number,
  signal: AbortSignal,
): Promise<Verdict> {
  const { owner, queue, runtime, pace } = parts;
  const next = nextState(pipe.state, lifeCycleOf(pipe.definition), pipe.initialized);
  if (next === undefined) return (await queue.conclude(owner, lease, pipe)) ? 'done' : 'again';
  const failure =
    attempts > pace.maxAttempts
      ? NEVER_ENDED
      : await failureOf(() =>
          runtime.reachNextState({ ...pipe, databasePrefix: '', fence: lease.fence }, signal),
        );
  if (signal.aborted) return afterAbort(parts, lease, signal);
  if (failure !== null && attempts < pace.maxAttempts) return postpone(parts, lease, pipe, attempts, failure);
  return settle(parts, lease, pipe, failure === null ? next : 'Failed', failure);
}

/** Releases a deleted pipe, then deletes it. */
async function release(
  parts: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  attempts: number,
  signal: AbortSignal,
): Promise<Verdict> {
  const { owner, queue, runtime, logger } = parts;
  const failure = await failureOf(() => runtime.release({ ...pipe, databasePrefix: '', fence: lease.fence }));
  if (signal.aborted) return afterAbort(parts, lease, signal);
  if (failure !== null) return postpone(parts, lease, pipe, attempts, failure);
  await queue.erase(owner, lease);
  logger.info({ pipeId: pipe.id, runtime: runtime.name }, 'Deleted pipe released');
  return 'done';
}

async function settle(
  { owner, queue, runtime, logger }: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  state: PipeState,
  failure: RuntimeFailure | null,
): Promise<Verdict> {
  const initialized = pipe.initialized || completesInitialization(state);
  const more = nextState(state, lifeCycleOf(pipe.definition), initialized) !== undefined;
  const settled = await queue.settle(owner, lease, pipe, {
    state,
    initialized,
    failure: failure && noticed(failure),
    more,
  });
  if (!settled) return 'again';
  const change = { pipeId: pipe.id, from: pipe.state, to: state, runtime: runtime.name };
  if (failure === null) logger.info(change, 'Pipe state changed');
  else logger.warn({ ...change, failure }, 'Pipe failed');
  return more ? 'again' : 'done';
}

/** Returns the pipe to the queue for a retry; the pause grows with each failure. */
async function postpone(
  { owner, queue, pace, logger }: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  attempts: number,
  failure: RuntimeFailure,
): Promise<Verdict> {
  const pauseMs = pauseAfter(attempts, pace);
  await queue.postpone(owner, lease, pauseMs, noticed(failure));
  logger.warn(
    { pipeId: pipe.id, state: pipe.state, attempts, pauseMs, failure },
    'Pipe step failed; it will be retried',
  );
  return 'done';
}

async function afterAbort(
  { owner, queue }: PipeWorkParts,
  lease: Lease,
  signal: AbortSignal,
): Promise<Verdict> {
  const cause = signal.reason as AbortCause;
  if (cause === 'obsolete') return 'again';
  if (cause === 'stopped') await queue.release(owner, lease);
  return 'done';
}

/** The failure of the runtime, or null. */
async function failureOf(attempt: () => Promise<unknown>): Promise<RuntimeFailure | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: error instanceof PipeError ? error.code : 'internal_error', message };
  }
}

function noticed(failure: RuntimeFailure): PipeFailure {
  return { ...failure, at: new Date().toISOString() };
}
