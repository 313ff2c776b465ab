import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestServer } from '@penstock/reference-server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runExample, startExample, variablesOf } from './support/run-example.ts';

const ARGS = ['--surface', 'observability', '--operation', 'getSavedSearch', '--capability', '-rate-limit'];

test('a server that conforms ends the program with 0 and a JUnit report', async () => {
  const server = await openTestServer();
  onTestFinished(server.stop);
  const environment = variablesOf(server);
  const example = startExample('conformance-in-a-pipeline.ts', { environment, args: ARGS });
  const { code, stdout } = await example.end;
  expect(stdout).toMatch(/Result: conforms\.\nconformance\.xml has [1-9]\d* checks\./);
  expect(code).toBe(0);
  expect(readFileSync(join(example.folder, 'conformance.xml'), 'utf8')).toContain('<testsuites');
});

test('a server that cannot be reached ends the program with 2', async () => {
  const environment = { PENSTOCK_URL: 'http://127.0.0.1:9', PENSTOCK_TOKEN: 'a-token-of-this-test' };
  const { code, stdout } = await runExample('conformance-in-a-pipeline.ts', { environment, args: ARGS });
  expect(stdout).toContain('Result: none.\n');
  expect(code).toBe(2);
});
