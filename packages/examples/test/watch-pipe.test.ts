import { openTestServer } from '@penstock/reference-server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runExample, variablesOf } from './support/run-example.ts';

test('the pipe is watched until it runs, and deleted', async () => {
  const server = await openTestServer();
  onTestFinished(server.stop);
  const { code, stdout } = await runExample('watch-pipe.ts', { environment: variablesOf(server) });
  expect(stdout).toMatch(/Running\nThe pipe \S+ is running\.\n$/);
  expect(code).toBe(0);
  expect((await server.v1({ path: '/pipes' })).body.result).toEqual([]);
});

test('a missing variable is reported', async () => {
  const { code, stderr } = await runExample('watch-pipe.ts');
  expect(stderr).toBe('Set PENSTOCK_URL. packages/examples/README.md explains how.\n');
  expect(code).toBe(2);
});
