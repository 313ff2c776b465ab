import type { OperationId } from '@penstock/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allChecks } from '../src/all-checks.ts';
import { alteredServer } from './altering-proxy.ts';
import { FAULTS } from './faults.ts';
import { type CheckedServer, openCheckedServer } from './reference-server.ts';
import { findingsOf, verdictsOn } from './run-checks.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

const checksOf = (operations: readonly OperationId[]) =>
  allChecks(operations).filter(({ needs }) => !needs.includes('rate-limit'));

test.each(FAULTS)('$name is found', async ({ operations, finding, alteration }) => {
  const altered = await alteredServer(server, alteration(server));
  const findings = findingsOf(await verdictsOn(altered, checksOf(operations)));
  expect(
    findings.some((text) => finding.test(text)),
    findings.slice(0, 20).join('\n'),
  ).toBe(true);
});

test('nothing is found on the same server without a fault', async () => {
  const operations = [...new Set(FAULTS.flatMap((fault) => fault.operations))];
  const healthy = await alteredServer(server, {});
  expect(findingsOf(await verdictsOn(healthy, checksOf(operations)))).toEqual([]);
});
