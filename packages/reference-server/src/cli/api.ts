import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { createApiServer } from '../api/server.ts';
import { greeting } from './greeting.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** `penstock api`: the API without a worker. */
export function apiCommand(environment: Environment): Command {
  return new Command('api')
    .description('run the API without a worker; run `penstock worker` in other processes')
    .addHelpText('after', '\nSettings are environment variables: penstock config --help')
    .action(() => runUntilStopped(environment, createApiServer, greeting));
}
