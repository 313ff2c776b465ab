import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { createReferenceServer } from '../api/server.ts';
import { greeting } from './greeting.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** `penstock serve`: API and worker in one process. */
export function serveCommand(environment: Environment): Command {
  return new Command('serve')
    .description('run the API and the worker in one process (the default)')
    .addHelpText('after', '\nSettings are environment variables: penstock config --help')
    .action(() => runUntilStopped(environment, createReferenceServer, greeting));
}
