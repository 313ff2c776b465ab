import { ALL_SOURCES, engineRuntime, type PipeRuntime } from '@penstock/engine';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ReadTargets } from '../alerts/target.ts';
import { openEngine, type ServerEngine } from '../runtime/engine.ts';
import { measuredRuntime } from '../runtime/measured-runtime.ts';
import { redactingRuntime } from '../runtime/redacting-runtime.ts';
import { simulatedRuntime } from '../runtime/simulated-runtime.ts';
import { targetReader } from '../stack/alerts/target-reader.ts';
import { stackRepositories } from '../stack/registry.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { openTraces } from '../telemetry/open-traces.ts';
import type { Traces } from '../telemetry/traces.ts';
import { openHostResolver } from '../worker/deliveries/host-resolver.ts';
import {
  type ReceiverAddresses,
  type ResolveHost,
  receiverAddresses,
} from '../worker/deliveries/receiver-addresses.ts';
import { createSender, type Sender } from '../worker/deliveries/sender.ts';
import { pipeLedger } from '../worker/pipe-ledger.ts';
import { pipeStatistics } from '../worker/pipe-statistics.ts';
import type { Configuration } from './configuration.ts';

/** The long-lived services that API and worker use, in one process or in several. */
export interface Dependencies {
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly traces: Traces;
  /** Measured and redacted. Without an engine it moves no data. */
  readonly runtime: PipeRuntime;
  readonly engine: ServerEngine;
  /** Which addresses webhooks may have. */
  readonly receivers: ReceiverAddresses;
  /** Attempts deliveries. */
  readonly send: Sender;
  /** Reads what alerts evaluate. */
  readonly readTargets: ReadTargets;
  close(): Promise<void>;
}

/** Parts of the dependencies that can be replaced. */
export interface ReplacedDependencies {
  readonly runtime?: PipeRuntime | undefined;
  /** Resolves the hosts of webhooks. */
  readonly resolveHost?: ResolveHost | undefined;
}

/**
 * `runsEngine`: one process of a data folder runs the embedded engine; the others use it.
 *
 * @throws Error with a message for the operator if the data folder, the database or the engine cannot be used.
 */
export async function openDependencies(
  configuration: Configuration,
  logger: Logger,
  { runtime: givenRuntime, resolveHost }: ReplacedDependencies = {},
  runsEngine = true,
): Promise<Dependencies> {
  const traces = await openTraces(configuration.otlpEndpoint, logger);
  const storage = await openStorage(configuration, logger, traces.query).catch(async (error: unknown) => {
    await traces.close();
    throw error;
  });
  const engine = await openEngine(configuration, logger, runsEngine).catch(async (error: unknown) => {
    await storage.close();
    await traces.close();
    throw error;
  });
  const { db, vault, pool } = storage;
  const runtime =
    givenRuntime ??
    (engine.port === undefined
      ? simulatedRuntime(configuration.simulatedStepMs)
      : engineRuntime({
          engine: engine.port,
          ledger: pipeLedger(db),
          allowedHosts: configuration.sourceHosts,
          sources: ALL_SOURCES,
          onNote: (pipeId, message) => logger.info({ pipeId }, message),
        }));
  const allowedHosts = configuration.webhookAllowedHosts;
  const hosts = openHostResolver(allowedHosts);
  const receivers = receiverAddresses({ allowedHosts, resolveHost: resolveHost ?? hosts.resolve });
  const metrics = createMetrics({
    pipes: () => pipeStatistics(db),
    engine: engine.health,
    ...(pool !== undefined && { pool: () => poolNumbers(pool) }),
  });
  return {
    configuration,
    logger,
    storage,
    metrics,
    traces,
    runtime: measuredRuntime(redactingRuntime(runtime), metrics, traces),
    engine,
    receivers,
    send: createSender(receivers),
    readTargets: targetReader(stackRepositories(db, vault)),
    async close() {
      await hosts.close();
      await engine.close();
      await storage.close();
      await traces.close();
    },
  };
}

function poolNumbers({ totalCount, idleCount, waitingCount }: Pool) {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
