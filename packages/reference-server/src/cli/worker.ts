import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { createWorkerServer } from '../api/server.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** `penstock worker`: the reconciler alone, so that a heavy or crashing engine never takes the API with it. */
export function workerCommand(environment: Environment): Command {
  return new Command('worker')
    .description('drive the pipes alone; its port has the health checks and the metrics, and no API')
    .addHelpText('after', '\nSettings are environment variables: penstock config --help')
    .action(() => runUntilStopped(environment, createWorkerServer, greeting));
}

function greeting(url: string): string {
  return [
    'Penstock worker. Pipes are simulated: they walk through their states and move no data.',
    '',
    `  health    ${url}/readyz`,
    `  metrics   ${url}/metrics`,
    '',
  ].join('\n');
}
