import type { Logger } from 'pino';
import type { PipeRuntime } from '../runtime/pipe-runtime.ts';
import type { Storage } from '../storage/storage.ts';
import { startHousekeeping } from './housekeeping.ts';
import { DEFAULT_PACE, type Pace } from './pace.ts';
import { pipeQueue } from './pipe-queue.ts';
import { createReconciler } from './reconciler.ts';

/** What a worker needs from its process. */
interface WorkerDependencies {
  readonly configuration: { readonly leaseSeconds: number };
  readonly storage: Storage;
  readonly logger: Logger;
  readonly runtime: PipeRuntime;
}

/** Drives pipes to their desired states, and deletes expired rows. */
export interface Worker {
  /** Says that there is work, so that it begins at once. */
  wake(): void;
  /** How many pipes it works for. */
  readonly inHand: number;
  /** Gives up its work and its leases, so that others can go on at once. */
  stop(): Promise<void>;
}

/** Works for pipes from now on, beside any number of other processes, until it is stopped. */
export function startWorker(
  { configuration, storage, logger, runtime }: WorkerDependencies,
  pace: Pace = { ...DEFAULT_PACE, leaseMs: configuration.leaseSeconds * 1000 },
): Worker {
  const { db, vault } = storage;
  const reconciler = createReconciler(pipeQueue(db, vault), runtime, logger, pace);
  const housekeeping = startHousekeeping(db, logger);
  logger.info({ runtime: runtime.name }, describeRuntime(runtime));
  reconciler.start();
  return {
    wake: reconciler.wake,
    get inHand() {
      return reconciler.inHand;
    },
    async stop() {
      await Promise.all([reconciler.stop(), housekeeping.stop()]);
    },
  };
}

/** What is simulated says so in the log, too. */
function describeRuntime(runtime: PipeRuntime): string {
  const pipes =
    runtime.name === 'SimulatedRuntime'
      ? 'Pipes are simulated: they walk through their states on a clock and move no data'
      : 'Pipes are moved by a runtime';
  return `${pipes}. Alerts are stored and not evaluated`;
}
