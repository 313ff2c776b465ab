import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseChecks } from '../src/cases/checks.ts';
import { type CheckedServer, openCheckedServer } from './reference-server.ts';
import { findingsOf, verdictsOn } from './run-checks.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

test('every case passes on the reference server', { timeout: 60_000 }, async () => {
  const verdicts = await verdictsOn(server, caseChecks());
  expect(findingsOf(verdicts)).toEqual([]);
  expect(verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
});
