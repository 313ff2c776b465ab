import { Command } from 'commander';
import { type Environment, readConfiguration } from '../configuration.ts';
import { createReferenceServer } from '../server.ts';
import { createLogger } from '../telemetry/logger.ts';
import { greeting } from './greeting.ts';
import { listen } from './listen.ts';

/** A client that never ends its request must not keep the process for ever; it is cut off then. */
const LONGEST_DRAIN_MS = 10_000;

/** `penstock serve`: the API, and the reconciler that drives pipes, in one process. */
export function serveCommand(environment: Environment): Command {
  return new Command('serve')
    .description('serve the API, and drive the pipes, in this one process (the default)')
    .addHelpText('after', '\nSettings are environment variables: penstock config --help')
    .action(() => serve(environment));
}

/** Serves until it is told to stop, then drains and lets the process end. */
async function serve(environment: Environment): Promise<void> {
  const configuration = readConfiguration(environment);
  // SQLite makes its files with the mode of the process; nobody else has to read them.
  process.umask(0o077);
  const logger = createLogger(configuration.logLevel);
  const server = await createReferenceServer(configuration, logger);
  const listening = await listen(server.app, configuration.host, configuration.port).catch(
    async (error: unknown) => {
      await server.close();
      throw error;
    },
  );
  process.stdout.write(`${greeting(listening.url, server.credentialsFile, configuration.surfaces)}\n`);

  const signal = await toldToStop();
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
