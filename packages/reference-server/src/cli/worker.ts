import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { createWorkerServer } from '../api/server.ts';
import { describeAlerts, describeEngine, describePipes, type EngineHealth } from '../runtime/engine.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** `penstock worker`: the worker without an API, so that a crash of the engine does not affect the API. */
export function workerCommand(environment: Environment): Command {
  return new Command('worker')
    .description('run the worker without an API; its port serves health checks and metrics')
    .addHelpText('after', '\nSettings are environment variables: penstock config --help')
    .action(() => runUntilStopped(environment, createWorkerServer, greeting));
}

function greeting(url: string, { engine }: { readonly engine: EngineHealth }): string {
  return [
    `Penstock worker. ${describePipes(engine)}`,
    describeAlerts(engine),
    '',
    `  health    ${url}/readyz`,
    `  metrics   ${url}/metrics`,
    `  engine    ${describeEngine(engine)}`,
    '',
  ].join('\n');
}
