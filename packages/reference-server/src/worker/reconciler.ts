import { randomUUID } from 'node:crypto';
import type { PipeRuntime } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import type { Pace } from './pace.ts';
import type { OwnLease, PipeQueue } from './pipe-queue.ts';
import { beginWork, type PipeWork } from './pipe-work.ts';

/**
 * Moves every pipe to its desired state through the runtime. Any number of processes may run one: only the process with
 * the lease on a pipe works on it, and no other process before that lease has expired.
 */
export interface Reconciler {
  /** Starts to look for work, including the work of crashed processes. */
  start(): void;
  /** Looks for work immediately; obsolete work is aborted. */
  wake(): void;
  /** The number of pipes it works on. */
  readonly pipeCount: number;
  /** Aborts all work, releases the leases and waits for the end. Other processes, or the next start, continue. */
  stop(): Promise<void>;
}

export function createReconciler(
  queue: PipeQueue,
  runtime: PipeRuntime,
  logger: Logger,
  pace: Pace,
): Reconciler {
  const owner = randomUUID();
  const working = new Map<string, PipeWork>();
  const abortAll = (cause: 'lost' | 'stopped') => {
    for (const work of working.values()) work.abort(cause);
  };
  const guard = leaseGuard(pace.leaseMs, () => abortAll('lost'));
  let renewedAt = -Infinity;
  let hasQueuedRunning = runtime.move === undefined;

  /** Each renewal is a write, so there are few more than necessary. */
  const renewAll = async () => {
    const begun = performance.now();
    if (begun - renewedAt < pace.leaseMs / RENEWALS_PER_LEASE) return;
    await queue.renew(owner, pace.leaseMs);
    guard.renewed(begun);
    renewedAt = begun;
  };

  const updateAll = async () => {
    const leases = await queue.leasesOf(owner);
    const byPipe = new Map(leases.map((lease) => [lease.pipeId, lease]));
    for (const work of working.values()) update(work, byPipe.get(work.lease.pipeId));
    // The result of this work could not be stored: start it again now, without waiting for the end of the lease.
    for (const lease of leases) if (!working.has(lease.pipeId)) await queue.release(owner, lease);
  };

  const claimMore = async () => {
    const free = pace.maxPipes - [...working.values()].filter(({ moving }) => !moving).length;
    if (free <= 0) return;
    for (const lease of await queue.claim(owner, free, pace.leaseMs)) {
      const work = beginWork({ owner, queue, runtime, pace, logger }, lease);
      working.set(lease.pipeId, work);
      void work.done.then(() => {
        if (working.get(lease.pipeId) === work) working.delete(lease.pipeId);
      });
    }
  };

  const rounds = repeating(
    pace.pollMs,
    async () => {
      await renewAll();
      await updateAll();
      if (!hasQueuedRunning) await queue.queueRunning();
      hasQueuedRunning = true;
      await claimMore();
    },
    logger,
  );

  return {
    start: rounds.now,
    wake: rounds.now,
    get pipeCount() {
      return working.size;
    },
    async stop() {
      await rounds.stop();
      abortAll('stopped');
      await Promise.all([...working.values()].map((work) => work.done));
      guard.stop();
    },
  };
}

/** So that one or two that fail do no harm. */
const RENEWALS_PER_LEASE = 3;

/** Aborts work whose lease passed to another process, or whose generation is obsolete. */
function update(work: PipeWork, lease: OwnLease | undefined): void {
  if (lease?.fence === work.lease.fence) work.setGeneration(lease.generation);
  else work.abort('lost');
}

/** Calls `lost` when leases could not be renewed in time: work must stop before other processes take over. */
function leaseGuard(leaseMs: number, lost: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    /** @param begun the start of the renewal; the leases of the database started later */
    renewed(begun: number) {
      clearTimeout(timer);
      timer = setTimeout(lost, leaseMs - (performance.now() - begun)).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Repeats a round: some time after the last one, or immediately when requested, one at a time. */
function repeating(everyMs: number, round: () => Promise<void>, logger: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let again = false;
  let failing = false;
  let stopped = false;

  const attempt = async () => {
    try {
      await round();
      if (failing) logger.info({}, 'The reconciler can read its work again');
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error }, 'The reconciler cannot read its work; it will retry');
      failing = true;
    }
  };

  const now = () => {
    if (stopped) return;
    if (current !== undefined) {
      again = true;
      return;
    }
    clearTimeout(timer);
    current = attempt().then(() => {
      current = undefined;
      if (again) now();
      else if (!stopped) timer = setTimeout(now, everyMs);
    });
    again = false;
  };

  return {
    now,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
