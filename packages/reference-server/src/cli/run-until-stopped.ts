import { constants } from 'node:os';
import type { Logger } from 'pino';
import { type Configuration, type Environment, readConfiguration } from '../api/configuration.ts';
import { listen } from '../api/listen.ts';
import type { ReferenceServer } from '../api/server.ts';
import type { EngineHealth } from '../runtime/engine.ts';
import { createLogger } from '../telemetry/logger.ts';

/** The content of a greeting, in addition to the URL. */
interface Started {
  readonly credentialsFile: string;
  readonly engine: EngineHealth;
}

/** After this time the remaining connections are closed, so that a client cannot keep the process running. */
const LONGEST_DRAIN_MS = 10_000;
/** Requests that clients have already sent on idle connections arrive within this time. */
const IDLE_DRAIN_MS = 1_000;

/**
 * Runs a server until it is stopped: listens, prints the greeting to stdout, and shuts down gracefully on SIGTERM or
 * SIGINT. A second signal ends the process immediately; acknowledged writes are safe in that case as well.
 *
 * @throws Error with a message for the operator if it cannot start.
 */
export async function runUntilStopped(
  environment: Environment,
  open: (configuration: Configuration, logger: Logger) => Promise<ReferenceServer>,
  greet: (url: string, started: Started, configuration: Configuration) => string,
): Promise<void> {
  const configuration = readConfiguration(environment);
  // SQLite creates its files with the umask of the process; only this user may read them.
  process.umask(0o077);
  const logger = createLogger(configuration.logLevel);
  const server = await open(configuration, logger);
  const listening = await listen(server.app, configuration.host, configuration.port).catch(
    async (error: unknown) => {
      await server.close();
      throw error;
    },
  );
  // Before the greeting, because a caller may stop the process as soon as it reads that.
  const stopped = stopSignal();
  const started = { credentialsFile: server.credentialsFile, engine: await server.engine.health() };
  process.stdout.write(`${greet(listening.url, started, configuration)}\n`);

  const signal = await stopped;
  exitOnSecondSignal(logger);
  server.beginDrain();
  logger.info({ signal }, 'Draining: no new connections; running requests may finish');
  await listening.drain(LONGEST_DRAIN_MS, IDLE_DRAIN_MS);
  await server.close();
  logger.info('Stopped');
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

function exitOnSecondSignal(logger: Logger): void {
  const end = (signal: NodeJS.Signals) => {
    logger.warn({ signal }, 'Second signal: ending immediately');
    process.exit(128 + constants.signals[signal]);
  };
  process.removeAllListeners('SIGTERM').once('SIGTERM', end);
  process.removeAllListeners('SIGINT').once('SIGINT', end);
}
