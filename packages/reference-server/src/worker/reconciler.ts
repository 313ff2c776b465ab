import { randomUUID } from 'node:crypto';
import type { Logger } from '@penstock/server';
import type { PipeRuntime } from '../runtime/pipe-runtime.ts';
import type { Pace } from './pace.ts';
import type { HeldLease, PipeQueue } from './pipe-queue.ts';
import { beginWork, type PipeWork } from './pipe-work.ts';

/**
 * Brings every pipe from where it is to where its owner wants it, through the runtime. Any number of processes may each
 * have one: a pipe belongs to the one that holds the lease on it, and to no other before that lease has run out.
 */
export interface Reconciler {
  /** Looks for work from now on, that of processes that have died included. */
  start(): void;
  /** Says that there is work, so that it begins at once; what became obsolete by it is given up. */
  wake(): void;
  /** How many pipes it works for. */
  readonly inHand: number;
  /** Gives up all work and its leases, and waits until nothing is under way. Others go on, or the next start does. */
  stop(): Promise<void>;
}

export function createReconciler(
  repository: PipeQueue,
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

  const renewAll = async () => {
    const begun = performance.now();
    const held = await repository.renew(owner, pace.leaseMs);
    guard.renewed(begun);
    const byPipe = new Map(held.map((lease) => [lease.pipeId, lease]));
    for (const work of working.values()) keepUp(work, byPipe.get(work.lease.pipeId));
    // What came of the work could not be stored: it is begun again now, and not only when the lease is over.
    for (const lease of held) if (!working.has(lease.pipeId)) await repository.release(owner, lease);
  };

  const claimMore = async () => {
    const room = pace.mostInHand - working.size;
    if (room <= 0) return;
    for (const lease of await repository.claim(owner, room, pace.leaseMs)) {
      const work = beginWork({ owner, repository, runtime, pace, logger }, lease);
      working.set(lease.pipeId, work);
      void work.done.then(() => {
        if (working.get(lease.pipeId) === work) working.delete(lease.pipeId);
      });
    }
  };

  const rounds = repeating(
    pace.lookEveryMs,
    async () => {
      await renewAll();
      await claimMore();
    },
    logger,
  );

  return {
    start: rounds.now,
    wake: rounds.now,
    get inHand() {
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

/** Gives up work whose lease has passed to another process, or that is for what the pipe was before. */
function keepUp(work: PipeWork, held: HeldLease | undefined): void {
  if (held?.fence === work.lease.fence) work.become(held.generation);
  else work.abort('lost');
}

/** Says when leases have run out that could not be renewed: what they were for must be let go before others take it. */
function leaseGuard(leaseMs: number, lost: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    /** @param begun when the renewal was begun; the database has counted from a later moment. */
    renewed(begun: number) {
      clearTimeout(timer);
      timer = setTimeout(lost, leaseMs - (performance.now() - begun)).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Does something again and again, one at a time: some time after the last one, or at once if asked. */
function repeating(everyMs: number, round: () => Promise<void>, logger: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let again = false;
  let failing = false;
  let stopped = false;

  const attempt = async () => {
    try {
      await round();
      if (failing) logger.info({}, 'The reconciler can look for work again');
      failing = false;
    } catch (error) {
      if (!failing)
        logger.warn({ err: error }, 'The reconciler cannot look for work; it will try again and again');
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
