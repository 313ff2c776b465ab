import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { measuredRuntime } from '../runtime/measured-runtime.ts';
import type { PipeRuntime } from '../runtime/pipe-runtime.ts';
import { discreetRuntime } from '../runtime/redacting-runtime.ts';
import { simulatedRuntime } from '../runtime/simulated-runtime.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { openTraces } from '../telemetry/open-traces.ts';
import type { Traces } from '../telemetry/traces.ts';
import { pipeStatistics } from '../worker/pipe-statistics.ts';
import type { Configuration } from './configuration.ts';

/** What API and worker stand on, whether they share a process or not. */
export interface Dependencies {
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly traces: Traces;
  /** Measured; the one that is built in moves no data. */
  readonly runtime: PipeRuntime;
  close(): Promise<void>;
}

/** @throws Error with a sentence for a person if the data folder or the database cannot be used. */
export async function openDependencies(
  configuration: Configuration,
  logger: Logger,
  runtime: PipeRuntime = simulatedRuntime(configuration.simulatedStepMs),
): Promise<Dependencies> {
  const traces = await openTraces(configuration.otlpEndpoint, logger);
  const storage = await openStorage(configuration, logger, traces.query).catch(async (error: unknown) => {
    await traces.close();
    throw error;
  });
  const { db, pool } = storage;
  const metrics = createMetrics({
    pipes: () => pipeStatistics(db),
    ...(pool !== undefined && { pool: () => poolNumbers(pool) }),
  });
  return {
    configuration,
    logger,
    storage,
    metrics,
    traces,
    runtime: measuredRuntime(discreetRuntime(runtime), metrics, traces),
    async close() {
      await storage.close();
      await traces.close();
    },
  };
}

function poolNumbers({ totalCount, idleCount, waitingCount }: Pool) {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
