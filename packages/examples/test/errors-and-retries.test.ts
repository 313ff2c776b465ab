import { openTestServer } from '@penstock/reference-server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startFlakyProxy } from './support/flaky-proxy.ts';
import { runExample, variablesOf } from './support/run-example.ts';

test('a 503 is retried, and each error has its class', async () => {
  const server = await openTestServer();
  onTestFinished(server.stop);
  const url = await startFlakyProxy(server.url);
  const environment = { ...variablesOf(server), PENSTOCK_URL: url };
  const { code, stdout, stderr } = await runExample('errors-and-retries.ts', { environment });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^listAlerts: status 503, retry in \d+ ms\n\d+ alerts\n/);
  expect(stdout).toContain('not found: resource_not_found, request ');
  expect(stdout).toContain('invalid: /name invalid_length\n');
  expect(stdout).toContain('safe: resource_not_found\n');
  expect(code).toBe(0);
});
