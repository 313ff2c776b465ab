import type { PipeRuntime } from '@penstock/engine';
import type { Logger } from 'pino';
import type { Storage } from '../storage/storage.ts';
import { startHousekeeping } from './housekeeping.ts';
import { type Pace, paceOf } from './pace.ts';
import { pipeQueue } from './pipe-queue.ts';
import { startExamination } from './pipes-at-rest.ts';
import { createReconciler } from './reconciler.ts';

/** The dependencies of a worker. */
interface WorkerDependencies {
  readonly configuration: { readonly leaseSeconds: number; readonly pipeFailureMinutes: number };
  readonly storage: Storage;
  readonly logger: Logger;
  readonly runtime: PipeRuntime;
}

/** Drives pipes to their desired states, examines those at rest, and deletes expired rows. */
export interface Worker {
  /** Looks for work immediately. */
  wake(): void;
  /** The number of pipes it works on. */
  readonly pipeCount: number;
  /** Stops its work and releases its leases, so that other processes can continue immediately. */
  stop(): Promise<void>;
}

/** Starts a worker; any number of processes may run one. */
export function startWorker(
  { configuration, storage, logger, runtime }: WorkerDependencies,
  pace: Pace = paceOf(configuration),
): Worker {
  const { db, vault } = storage;
  const queue = pipeQueue(db, vault);
  const reconciler = createReconciler(queue, runtime, logger, pace);
  const housekeeping = startHousekeeping(db, logger);
  const examination = startExamination(storage, runtime, logger);
  logger.info({ runtime: runtime.name }, describeRuntime(runtime));
  reconciler.start();
  return {
    wake: reconciler.wake,
    get pipeCount() {
      return reconciler.pipeCount;
    },
    async stop() {
      await Promise.all([reconciler.stop(), housekeeping.stop(), examination.stop()]);
    },
  };
}

/** The log also states what is simulated. */
function describeRuntime(runtime: PipeRuntime): string {
  const pipes = runtime.simulated
    ? 'Pipes are simulated: they change their states by a clock but move no data'
    : 'Pipes move data';
  return `${pipes}. Alerts are stored but not evaluated`;
}
