import { join } from 'node:path';
import type { FilledDatabase } from './filled-database.ts';
import type { Target } from './http-load.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';

const BIN = join(import.meta.dirname, '../bin/penstock.js');

/** Starts the built server on a database, without an engine. */
export function serveDatabase(
  { environment }: FilledDatabase,
  validation = 'compiled',
): Promise<MeasuredProcess> {
  return startMeasured([BIN, 'serve'], {
    PENSTOCK_ENGINE: 'simulated',
    PENSTOCK_VALIDATION: validation,
    NODE_ENV: 'production',
    ...environment,
    PENSTOCK_PORT: '0',
  });
}

/** A request below the pipes of the database. */
export function targetOf(
  { url }: MeasuredProcess,
  { path, authorization }: FilledDatabase,
  rest: string,
): Target {
  return { url, path: path + rest, authorization };
}
