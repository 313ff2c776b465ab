import { expect, test } from 'vitest';
import { EngineError } from '../../src/port/engine-error.ts';
import type { EnginePort } from '../../src/port/engine-port.ts';
import { runStatement } from '../../src/query/run-statement.ts';

/** An engine that fails, in ways that an engine in a test does not. */
const failing = (type: string, detail: string) =>
  ({ query: () => Promise.reject(new EngineError(1, type, detail)) }) as unknown as EnginePort;

test.each([
  ['TIMEOUT_EXCEEDED', '', 'QueryError', /^The query ran longer than 30 seconds\. Use a shorter range/],
  ['TOO_SLOW', '', 'QueryError', /longer than 30 seconds/],
  ['MEMORY_LIMIT_EXCEEDED', 'Query memory limit exceeded', 'QueryError', /more than 2048 MiB of memory/],
  ['MEMORY_LIMIT_EXCEEDED', '(total) memory limit exceeded', 'EngineUnavailableError', /no memory left/],
  ['UNKNOWN_TABLE', '', 'QueryError', /does not exist yet/],
  ['NETWORK_ERROR', '', 'EngineUnavailableError', /could not run the query/],
  ['TYPE_MISMATCH', 'Types differ: While processing a', 'QueryError', /: Types differ\. Fix the expressions/],
])('%s: %s', async (type, detail, name, message) => {
  const run = runStatement(failing(type, detail), { sql: 'SELECT 1', parameters: {} });
  await expect(run).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
});
