import type { PipeRuntime } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import type { Lease } from './leased-work.ts';
import type { PipeQueue } from './pipe-queue.ts';
import type { PipeRecord } from './stored-pipe.ts';

interface RecoveryParts {
  readonly owner: string;
  readonly queue: Pick<PipeQueue, 'recover'>;
  readonly runtime: Pick<PipeRuntime, 'name'>;
  readonly logger: Logger;
}

interface Recovery {
  /** The runtime calls it whenever data moves. */
  moving(): void;
  /** The lease, as if it had begun when data moved last. */
  lease(): Lease;
  /** Resolves when nothing is being stored. */
  stored(): Promise<void>;
}

/** Stores, once, that the data of a pipe moves whose last attempt failed, or whose process ended. */
export function recoveryOf(
  { owner, queue, runtime, logger }: RecoveryParts,
  lease: Lease,
  pipe: PipeRecord,
): Recovery {
  let due = lease.attempts > 1 || pipe.state === 'Degraded';
  let current = lease;
  let storing: Promise<void> = Promise.resolve();
  const store = async () => {
    try {
      await queue.recover(owner, lease, pipe);
      if (pipe.state === 'Degraded')
        logger.info({ pipeId: pipe.id, to: 'Running', runtime: runtime.name }, 'Pipe recovered');
    } catch (error) {
      due = true;
      logger.warn(
        { pipeId: pipe.id, err: error },
        'The recovery of a pipe could not be stored; it will be retried',
      );
    }
  };
  return {
    moving() {
      current = { ...lease, attempts: 1, failingMs: undefined };
      if (!due) return;
      due = false;
      storing = store();
    },
    lease: () => current,
    stored: () => storing,
  };
}
