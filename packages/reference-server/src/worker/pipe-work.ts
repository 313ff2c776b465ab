import { setTimeout as pause } from 'node:timers/promises';
import { LeaseLostError, type PipeRuntime, type RuntimeFailure, type RuntimePipe } from '@penstock/engine';
import type { Lease } from './leased-work.ts';
import { outcomeOf } from './outcome.ts';
import type { Pace } from './pace.ts';
import type { PipeAtWork } from './pipe-queue.ts';
import { lifeCycleOf, nextState } from './progress.ts';
import { recoveryOf } from './recovery.ts';
import {
  type AbortCause,
  afterAbort,
  degrade,
  moves,
  type PipeWorkParts,
  postpone,
  settle,
  type Verdict,
} from './work-result.ts';

/** The work of one process for one reader of a pipe, from the lease to its end. */
export interface PipeWork {
  readonly lease: Lease;
  /** Whether it moves the data of a running pipe, and so does not end by itself. */
  readonly moving: boolean;
  /** Sets the current generation of the pipe; work for an older generation is aborted. */
  setGeneration(generation: number): void;
  /** Aborts the work and releases the pipe. */
  abort(cause: 'lost' | 'stopped'): void;
  /** Resolves when the work has ended. It never rejects. */
  readonly done: Promise<void>;
}

const NEVER_ENDED: RuntimeFailure = {
  code: 'internal_error',
  message: 'Every process that worked on the pipe in this state ended before it was done.',
  isFinal: true,
};

const ENDED: RuntimeFailure = {
  code: 'internal_error',
  message: 'The runtime has stopped moving the data of the pipe without a reason.',
};

/** Moves a pipe state by state to its desired state while the lease is valid. */
export function beginWork(parts: PipeWorkParts, lease: Lease): PipeWork {
  const { owner, queue, logger } = parts;
  let attempt: Attempt = { abort: new AbortController() };
  let newest = 0;
  let stopped = false;

  const drive = async () => {
    for (let current = lease; ; current = { ...lease, attempts: 1, failingMs: undefined }) {
      attempt = { abort: new AbortController() };
      const pipe = await queue.find(lease.pipeId);
      if (pipe === undefined) return;
      if (stopped) return queue.release(owner, lease);
      if (pipe.generation < newest) continue;
      attempt.generation = pipe.generation;
      attempt.work = workOf(parts.runtime, lease, pipe);
      const verdict = await attempt.work(parts, current, pipe, attempt.abort.signal);
      if (verdict === 'done') return;
    }
  };

  /** The lease expires, and the next process starts again. */
  const leave = async (error: unknown) => {
    logger.warn(
      { pipeId: lease.pipeId, err: error },
      'The result of work on a pipe could not be stored; the work will be repeated',
    );
    if (error instanceof LeaseLostError) await queue.discount(lease).catch(() => {});
  };

  const enduring = lease.attempts > 1 ? setTimeout(endure, parts.pace.leaseMs).unref() : undefined;
  /** What has worked for as long as a lease does not end its process. */
  function endure() {
    queue.endure(owner, lease).catch(() => {});
  }

  return {
    lease,
    get moving() {
      return attempt.work === move;
    },
    setGeneration(generation) {
      newest = generation;
      if (attempt.generation !== undefined && attempt.generation < newest) attempt.abort.abort(OBSOLETE);
    },
    abort(cause) {
      stopped ||= cause === 'stopped';
      attempt.abort.abort(cause);
    },
    done: Promise.resolve()
      .then(drive)
      .catch(leave)
      .finally(() => clearTimeout(enduring)),
  };
}

const OBSOLETE: AbortCause = 'obsolete';

interface Attempt {
  /** The generation of the pipe when it was read; undefined before. */
  generation?: number;
  work?: Work;
  readonly abort: AbortController;
}

type Work = (parts: PipeWorkParts, lease: Lease, pipe: PipeAtWork, signal: AbortSignal) => Promise<Verdict>;

/** What has to be done for a reader of a pipe. */
function workOf(runtime: PipeRuntime, { reader }: Lease, pipe: PipeAtWork): Work {
  if (!pipe.deleted && moves(runtime, pipe.state)) return move;
  if (reader > 0) return conclude;
  if (pipe.furtherReaders > 0) return awaitReaders;
  return pipe.deleted ? release : reachNext;
}

/** Ends the work of a reader. */
async function conclude({ owner, queue }: PipeWorkParts, lease: Lease, pipe: PipeAtWork): Promise<Verdict> {
  return (await queue.conclude(owner, lease, pipe)) ? 'done' : 'again';
}

/** Waits until the other readers of the pipe have stopped. */
async function awaitReaders(
  parts: PipeWorkParts,
  lease: Lease,
  _pipe: PipeAtWork,
  signal: AbortSignal,
): Promise<Verdict> {
  const { owner, queue, pace } = parts;
  await queue.stopReaders(owner, lease);
  await pause(pace.pollMs, undefined, { signal }).catch(() => {});
  return signal.aborted ? afterAbort(parts, lease, signal) : 'again';
}

/** Moves the pipe to its next state. */
async function reachNext(
  parts: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  signal: AbortSignal,
): Promise<Verdict> {
  const { runtime, pace } = parts;
  const next = nextState(pipe.state, lifeCycleOf(pipe.definition), pipe.initialized);
  if (next === undefined) return conclude(parts, lease, pipe);
  const recovery = recoveryOf(parts, lease, pipe);
  const outcome = neverEnded(lease, pace)
    ? { failure: NEVER_ENDED }
    : await outcomeOf(() => runtime.reachNextState(leasedPipe(pipe, lease), signal, recovery.moving));
  await recovery.stored();
  if (signal.aborted) return afterAbort(parts, lease, signal);
  if (outcome.failure === undefined) return settle(parts, lease, pipe, next, outcome);
  if (isFinal(outcome.failure, recovery.lease(), pace)) return settle(parts, lease, pipe, 'Failed', outcome);
  return postpone(parts, recovery.lease(), pipe, outcome.failure);
}

/** Whether each attempt ended with its process. */
function neverEnded({ attempts, failingMs }: Lease, { maxCrashes }: Pace): boolean {
  return attempts > maxCrashes && failingMs === undefined;
}

/** A source or a destination may be away for a while; a defect of the service stays. */
function isFinal(
  { code, isFinal: noRetry }: RuntimeFailure,
  { attempts, failingMs = 0 }: Lease,
  { maxAttempts, maxFailureMs }: Pace,
): boolean {
  if (noRetry === true) return true;
  return code === 'internal_error' ? attempts >= maxAttempts : failingMs >= maxFailureMs;
}

/** Moves the data of one reader of a running pipe until the lease ends, the pipe is changed, or everything is read. */
async function move(
  parts: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  signal: AbortSignal,
): Promise<Verdict> {
  const { runtime, pace } = parts;
  if (neverEnded(lease, pace)) return settle(parts, lease, pipe, 'Failed', { failure: NEVER_ENDED });
  const recovery = recoveryOf(parts, lease, pipe);
  const { failure } = await outcomeOf(async () => {
    if (lease.reader === 0) await divide(parts, lease, pipe, signal);
    await runtime.move?.(leasedPipe(pipe, lease), signal, recovery.moving);
    return {};
  });
  await recovery.stored();
  if (signal.aborted) return afterAbort(parts, lease, signal);
  const next = nextState('Running', lifeCycleOf(pipe.definition), pipe.initialized);
  if (failure === undefined && next !== undefined) return settle(parts, lease, pipe, next, {});
  if (failure?.isFinal === true) return settle(parts, lease, pipe, 'Failed', { failure });
  return degrade(parts, recovery.lease(), pipe, failure ?? ENDED);
}

/** Starts the further readers of a pipe, each with its part of the source. */
async function divide(
  { owner, queue, runtime }: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  signal: AbortSignal,
): Promise<void> {
  const readers = (await runtime.divide?.(leasedPipe(pipe, lease), signal)) ?? 1;
  if (readers > 1) await queue.startReaders(owner, lease, readers);
}

function leasedPipe(pipe: PipeAtWork, { reader, fence }: Lease): RuntimePipe {
  return { ...pipe, reader, fence };
}

/** Releases a deleted pipe, then deletes it. */
async function release(
  parts: PipeWorkParts,
  lease: Lease,
  pipe: PipeAtWork,
  signal: AbortSignal,
): Promise<Verdict> {
  const { owner, queue, runtime, pace, logger } = parts;
  const { failure } = await outcomeOf(async () => {
    await runtime.release(leasedPipe(pipe, lease));
    return {};
  });
  if (signal.aborted) return afterAbort(parts, lease, signal);
  const released = { pipeId: pipe.id, runtime: runtime.name };
  if (failure !== undefined && !isFinal(failure, lease, pace)) return postpone(parts, lease, pipe, failure);
  await queue.erase(owner, lease);
  if (failure === undefined) logger.info(released, 'Deleted pipe released');
  else
    logger.warn(
      { ...released, failure },
      'Deleted pipe released, but what it made in its source could not be removed. Remove it by hand',
    );
  return 'done';
}
