import { constants } from 'node:os';
import type { Logger } from 'pino';
import { type Configuration, type Environment, readConfiguration } from '../api/configuration.ts';
import { listen } from '../api/listen.ts';
import type { ReferenceServer } from '../api/server.ts';
import { createLogger } from '../telemetry/logger.ts';

/** A client that never ends its request must not keep the process for ever; it is cut off then. */
const LONGEST_DRAIN_MS = 10_000;

/**
 * Runs a server from its settings to its end: listens, greets on stdout, and at SIGTERM or SIGINT stops in good order. A
 * second signal ends the process at once, as if it had crashed; what was acknowledged is safe then, too.
 *
 * @throws Error with a sentence for a person if it cannot start.
 */
export async function runUntilStopped(
  environment: Environment,
  open: (configuration: Configuration, logger: Logger) => Promise<ReferenceServer>,
  greet: (url: string, server: ReferenceServer, configuration: Configuration) => string,
): Promise<void> {
  const configuration = readConfiguration(environment);
  // SQLite makes its files with the mode of the process; nobody else has to read them.
  process.umask(0o077);
  const logger = createLogger(configuration.logLevel);
  const server = await open(configuration, logger);
  const listening = await listen(server.app, configuration.host, configuration.port).catch(
    async (error: unknown) => {
      await server.close();
      throw error;
    },
  );
  // Before anybody knows that it runs: who is greeted may stop it at once.
  const stopped = toldToStop();
  process.stdout.write(`${greet(listening.url, server, configuration)}\n`);

  const signal = await stopped;
  endAtOnceIfToldAgain(logger);
  server.beginDrain();
  logger.info({ signal }, 'Draining: no new connection, requests under way may end');
  await listening.drain(LONGEST_DRAIN_MS);
  await server.close();
  logger.info('Stopped');
}

function toldToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

function endAtOnceIfToldAgain(logger: Logger): void {
  const end = (signal: NodeJS.Signals) => {
    logger.warn({ signal }, 'Told to stop a second time: ending at once');
    process.exit(128 + constants.signals[signal]);
  };
  process.removeAllListeners('SIGTERM').once('SIGTERM', end);
  process.removeAllListeners('SIGINT').once('SIGINT', end);
}
