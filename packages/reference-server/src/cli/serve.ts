import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { createReferenceServer } from '../api/server.ts';
import { greeting } from './greeting.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** `penstock serve`: the API, and the reconciler that drives pipes, in one process. */
export function serveCommand(environment: Environment): Command {
  return new Command('serve')
    .description('serve the API, and drive the pipes, in this one process (the default)')
    .addHelpText('after', '\nSettings are environment variables: penstock config --help')
    .action(() => runUntilStopped(environment, createReferenceServer, greeting));
}
