import { openTestServer } from '@penstock/reference-server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runExample, variablesOf } from './support/run-example.ts';

test('both surfaces return dashboards, each in its envelope', async () => {
  const server = await openTestServer();
  onTestFinished(server.stop);
  const { code, stdout } = await runExample('both-surfaces.ts', { environment: variablesOf(server) });
  expect(stdout).toMatch(/^management: \d+ dashboards\nobservability: \d+ dashboards\n/);
  expect(stdout).toContain('/v1/organizations: status, requestId, result, nextCursor\n');
  expect(stdout).toContain('/api/v2: data, meta\n');
  expect(code).toBe(0);
});
