import { randomUUID } from 'node:crypto';
import type { PipeRuntime } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import type { WorkerShare } from './live-workers.ts';
import type { Pace } from './pace.ts';
import type { OwnLease } from './pipe-leases.ts';
import type { PipeQueue } from './pipe-queue.ts';
import { beginWork, type PipeWork } from './pipe-work.ts';
import { repeating } from './repeating.ts';

/**
 * Moves every pipe to its desired state through the runtime. Any number of processes may run one: only the process with
 * the lease on a reader of a pipe works for it, and no other process before that lease has expired. Processes share the readers
 * evenly: their numbers differ by at most one.
 */
export interface Reconciler {
  /** Starts to look for work, including the work of crashed processes. */
  start(): void;
  /** Looks for work immediately; obsolete work is aborted. */
  wake(): void;
  /** Looks for work within a short time. Pipes that are created in that time are leased together. */
  wakeSoon(): void;
  /** The number of readers it works for; a pipe has one or several. */
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
  /** Work that ends because another worker is to continue it. */
  const returned = new WeakSet<PipeWork>();
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
    // First, so that the process does not count as live for longer than its leases last.
    await queue.register(owner, pace.leaseMs);
    await queue.renew(owner, pace.leaseMs);
    guard.renewed(begun);
    renewedAt = begun;
  };

  const updateAll = async () => {
    const leases = await queue.leasesOf(owner);
    const byReader = new Map(leases.map((lease) => [keyOf(lease), lease]));
    for (const [key, work] of working) update(work, byReader.get(key));
    // The result of this work could not be stored: start it again now, without waiting for the end of the lease.
    for (const lease of leases) if (!working.has(keyOf(lease))) await queue.release(owner, lease);
  };

  const takeShare = async () => {
    const share = await queue.shareOf(owner);
    const kept = [...working.values()].filter((work) => !returned.has(work));
    if (kept.length > share.most) giveBack(kept, kept.length - share.most, share);
    else if (share.hasFreeWork) await claim(share.most - kept.length, share);
  };

  /** Other workers take these readers, whose data stops moving for as long as a batch takes. */
  const giveBack = (kept: readonly PipeWork[], count: number, { workers, rank }: WorkerShare) => {
    const isPreferred = ({ lease }: PipeWork) => Number(lease.reader % workers === rank);
    const moving = kept.filter((work) => work.moving).reverse();
    for (const work of moving.sort((one, other) => isPreferred(one) - isPreferred(other)).slice(0, count)) {
      returned.add(work);
      work.abort('stopped');
    }
  };

  const claim = async (most: number, share: WorkerShare) => {
    const limit = Math.min(
      most,
      pace.maxPipes - [...working.values()].filter(({ moving }) => !moving).length,
    );
    if (limit <= 0) return;
    for (const lease of await queue.claim(owner, limit, pace.leaseMs, share)) {
      const key = keyOf(lease);
      const work = beginWork({ owner, queue, runtime, pace, logger }, lease);
      working.set(key, work);
      void work.done.then(() => {
        if (working.get(key) === work) working.delete(key);
      });
    }
  };

  const leave = async () => {
    try {
      await queue.leave(owner);
    } catch (error) {
      logger.warn(
        { err: error },
        'The process could not be removed from the live workers; that expires by itself',
      );
    }
  };

  const rounds = repeating(
    pace.pollMs,
    async () => {
      await renewAll();
      await updateAll();
      if (!hasQueuedRunning) await queue.queueRunning();
      hasQueuedRunning = true;
      await takeShare();
    },
    { logger, name: 'The reconciler' },
  );

  return {
    start: rounds.now,
    wake: rounds.now,
    wakeSoon: rounds.soon,
    get pipeCount() {
      return working.size;
    },
    async stop() {
      await rounds.stop();
      await leave();
      abortAll('stopped');
      await Promise.all([...working.values()].map((work) => work.done));
      guard.stop();
    },
  };
}

function keyOf({ pipeId, reader }: Pick<OwnLease, 'pipeId' | 'reader'>): string {
  return `${pipeId}/${reader}`;
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
      timer = setTimeout(lost, Math.max(0, leaseMs - (performance.now() - begun))).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
