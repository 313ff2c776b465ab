import type { Logger } from '@penstock/server';
import type { PipeState } from '../runtime/pipe.ts';
import type { PipeRuntime } from '../runtime/pipe-runtime.ts';
import { type Pace, pauseAfter } from './pace.ts';
import type { Lease, PipeAtWork, PipeQueue } from './pipe-queue.ts';
import { completesInitialization, lifeCycleOf, nextState } from './progress.ts';

/** What one process does for one pipe, from the lease to its end. */
export interface PipeWork {
  readonly lease: Lease;
  /** Says what the pipe has become; what is being done for an older generation is given up. */
  become(generation: number): void;
  /** Gives up what is under way, and the pipe. */
  abort(cause: 'lost' | 'stopped'): void;
  /** When nothing is under way any more. It never rejects. */
  readonly done: Promise<void>;
}

/** The pipe was given something else to do; it has passed to another process; this process ends. */
type AbortCause = 'obsolete' | 'lost' | 'stopped';

export interface PipeWorkParts {
  /** The process, as leases know it. */
  readonly owner: string;
  readonly repository: PipeQueue;
  readonly runtime: PipeRuntime;
  readonly pace: Pace;
  readonly logger: Logger;
}

/** Whether there is more to do for the pipe in this process. */
type Verdict = 'done' | 'again';

const NEVER_ENDED = 'Every process that worked for the pipe in this state has ended before it was done.';

/** Brings a pipe one state after the other to where its owner wants it, as long as it is ours. */
export function beginWork(parts: PipeWorkParts, lease: Lease): PipeWork {
  const { owner, repository, logger } = parts;
  let attempt: Attempt = { abort: new AbortController() };
  let newest = 0;
  let stopped = false;

  const drive = async () => {
    for (let count = lease.attempts; ; count = 1) {
      attempt = { abort: new AbortController() };
      const pipe = await repository.find(lease.pipeId);
      if (pipe === undefined) return;
      if (stopped) return repository.release(owner, lease);
      if (pipe.generation < newest) continue;
      attempt.generation = pipe.generation;
      const forPipe = pipe.deleted ? letGo : reachNext;
      const verdict = await forPipe(parts, lease, pipe, count, attempt.abort.signal);
      if (verdict === 'done') return;
    }
  };

  /** The lease runs out, and whoever takes it then begins again. */
  const leave = (error: unknown) =>
    logger.warn(
      { pipeId: lease.pipeId, err: error },
      'What came of the work for a pipe could not be stored; it will be begun again',
    );

  return {
    lease,
    become(generation) {
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
  /** What the pipe was when it was read; undefined before. */
  generation?: number;
  readonly abort: AbortController;
}

/** One state further. */
async function reachNext(
  parts: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  attempts: number,
  signal: AbortSignal,
): Promise<Verdict> {
  const { owner, repository, runtime, pace } = parts;
  const next = nextState(pipe.state, lifeCycleOf(pipe.definition), pipe.initialized);
  if (next === undefined) return (await repository.conclude(owner, lease, pipe)) ? 'done' : 'again';
  const failure =
    attempts > pace.mostAttempts
      ? NEVER_ENDED
      : await failureOf(() => runtime.reachNextState({ ...pipe, fence: lease.fence }, signal));
  if (signal.aborted) return afterAbort(parts, lease, signal);
  if (failure !== null && attempts < pace.mostAttempts)
    return postpone(parts, lease, pipe, attempts, failure);
  return settle(parts, lease, pipe, failure === null ? next : 'Failed', failure);
}

/** A deleted pipe: nothing moves any more, then nothing is left of it. */
async function letGo(
  parts: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  attempts: number,
  signal: AbortSignal,
): Promise<Verdict> {
  const { owner, repository, runtime, logger } = parts;
  const failure = await failureOf(() => runtime.release({ ...pipe, fence: lease.fence }));
  if (signal.aborted) return afterAbort(parts, lease, signal);
  if (failure !== null) return postpone(parts, lease, pipe, attempts, failure);
  await repository.erase(owner, lease);
  logger.info({ pipeId: pipe.id, runtime: runtime.name }, 'A deleted pipe was let go');
  return 'done';
}

async function settle(
  { owner, repository, runtime, logger }: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  state: PipeState,
  failure: string | null,
): Promise<Verdict> {
  const initialized = pipe.initialized || completesInitialization(state);
  const more = nextState(state, lifeCycleOf(pipe.definition), initialized) !== undefined;
  const settled = await repository.settle(owner, lease, pipe, { state, initialized, failure, more });
  if (!settled) return 'again';
  const change = { pipeId: pipe.id, from: pipe.state, to: state, runtime: runtime.name };
  if (failure === null) logger.info(change, 'A pipe changed its state');
  else logger.warn({ ...change, failure }, 'A pipe failed');
  return more ? 'again' : 'done';
}

/** Gives the pipe back, to be tried again after a pause that grows with every failure. */
async function postpone(
  { owner, repository, pace, logger }: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  attempts: number,
  failure: string,
): Promise<Verdict> {
  const pauseMs = pauseAfter(attempts, pace);
  await repository.postpone(owner, lease, pauseMs, failure);
  logger.warn(
    { pipeId: pipe.id, state: pipe.state, attempts, pauseMs, failure },
    'A pipe did not get further; it will be tried again',
  );
  return 'done';
}

async function afterAbort(
  { owner, repository }: PipeWorkParts,
  lease: Lease,
  signal: AbortSignal,
): Promise<Verdict> {
  const cause = signal.reason as AbortCause;
  if (cause === 'obsolete') return 'again';
  if (cause === 'stopped') await repository.release(owner, lease);
  return 'done';
}

/** The reason that the runtime gives for not getting there, or null. */
async function failureOf(attempt: () => Promise<void>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
