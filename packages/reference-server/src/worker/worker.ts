import type { EnginePort, PipeRuntime } from '@penstock/engine';
import type { Logger } from 'pino';
import type { ReadTargets } from '../alerts/target.ts';
import type { Storage } from '../storage/storage.ts';
import { alertPaceOf } from './alerts/alert-pace.ts';
import { startAlertWorker } from './alerts/alert-worker.ts';
import { startDeliverer } from './deliveries/deliverer.ts';
import { deliveryQueue } from './deliveries/delivery-queue.ts';
import type { Sender } from './deliveries/sender.ts';
import { startHousekeeping } from './housekeeping.ts';
import { type Pace, paceOf } from './pace.ts';
import { pipeQueue } from './pipe-queue.ts';
import { startExamination } from './pipes-at-rest.ts';
import { createReconciler } from './reconciler.ts';

/** The dependencies of a worker. */
interface WorkerDependencies {
  readonly configuration: Parameters<typeof paceOf>[0] & Parameters<typeof alertPaceOf>[0];
  readonly storage: Storage;
  readonly logger: Logger;
  readonly runtime: PipeRuntime;
  /** Alerts are not evaluated without an engine. */
  readonly engine: { readonly port: EnginePort | undefined };
  readonly send: Sender;
  readonly readTargets: ReadTargets;
}

/** Looks for work without waiting for the next poll. */
export interface Wake {
  newPipe(): void;
  changedPipe(): void;
  delivery(): void;
}

/**
 * Drives pipes to their desired states, examines those at rest, evaluates alerts, delivers notifications, and deletes expired rows.
 */
export interface Worker {
  readonly wake: Wake;
  /** The number of pipes it works on. */
  readonly pipeCount: number;
  /** Stops its work and releases its leases, so that other processes can continue immediately. */
  stop(): Promise<void>;
}

/** Starts a worker; any number of processes may run one. */
export function startWorker(
  {
    configuration,
    storage,
    logger,
    runtime,
    engine: { port: engine },
    send,
    readTargets,
  }: WorkerDependencies,
  pace: Pace = paceOf(configuration),
): Worker {
  const { db, vault } = storage;
  const queue = pipeQueue(db, vault);
  const reconciler = createReconciler(queue, runtime, logger, pace);
  const deliverer = startDeliverer({
    queue: deliveryQueue(db, vault),
    send,
    logger,
    pollMs: pace.pollMs,
  });
  const housekeeping = startHousekeeping(db, logger);
  const examination = startExamination(storage, runtime, logger);
  const alerts =
    engine === undefined
      ? undefined
      : startAlertWorker({
          ...{ db, engine, logger, readTargets },
          pace: alertPaceOf(configuration),
          notified: deliverer.wake,
        });
  logger.info({ runtime: runtime.name }, describeWork(runtime, engine !== undefined));
  reconciler.start();
  return {
    wake: { newPipe: reconciler.wakeSoon, changedPipe: reconciler.wake, delivery: deliverer.wake },
    get pipeCount() {
      return reconciler.pipeCount;
    },
    async stop() {
      await Promise.all([reconciler.stop(), housekeeping.stop(), examination.stop(), alerts?.stop()]);
      await deliverer.stop();
    },
  };
}

/** The log also states what is simulated, and what is not done. */
function describeWork(runtime: PipeRuntime, evaluatesAlerts: boolean): string {
  const pipes = runtime.simulated
    ? 'Pipes are simulated: they change their states by a clock but move no data'
    : 'Pipes move data';
  return evaluatesAlerts
    ? `${pipes}. Alerts are evaluated`
    : `${pipes}. Alerts are stored but not evaluated, because there is no engine`;
}
