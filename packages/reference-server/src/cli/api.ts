import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { createApiServer } from '../api/server.ts';
import { greeting } from './greeting.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** `penstock api`: the API alone. */
export function apiCommand(environment: Environment): Command {
  return new Command('api')
    .description('serve the API alone; processes of `penstock worker` drive the pipes')
    .addHelpText('after', '\nSettings are environment variables: penstock config --help')
    .action(() => runUntilStopped(environment, createApiServer, greeting));
}
