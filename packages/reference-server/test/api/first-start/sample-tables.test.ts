import { type EnginePort, EngineUnavailableError } from '@penstock/engine';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createSampleTables } from '../../../src/api/first-start/sample-tables.ts';
import type { EngineHealth } from '../../../src/runtime/engine.ts';

/** Runs it with an engine that does not respond, and returns its statements and the log. */
async function run(engine: EngineHealth['engine']) {
  const statements: string[] = [];
  const log: string[] = [];
  const port = {
    status: { engine: engine === 'embedded' ? 'embedded' : 'remote' },
    command: async ({ sql }: { readonly sql: string }) => {
      statements.push(sql);
      throw new EngineUnavailableError('The engine does not respond.');
    },
  } as unknown as EnginePort;
  const health = async (): Promise<EngineHealth> => ({ engine, state: 'ready', restarts: 0 });
  const logger = pino({ base: null }, { write: (line: string) => void log.push(JSON.parse(line).msg) });
  await createSampleTables({ port, health, close: async () => {} }, logger);
  return { statements, log };
}

test('an engine that does not respond does not prevent the first start', async () => {
  expect(await run('embedded')).toEqual({
    statements: [expect.stringContaining('CREATE DATABASE')],
    log: [expect.stringMatching(/could not be created\. penstock sample-data creates them/)],
  });
});

test('a ClickHouse server gets no tables', async () => {
  expect(await run('remote')).toEqual({ statements: [], log: [] });
});
