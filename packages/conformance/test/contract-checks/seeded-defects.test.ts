import { afterAll, beforeAll, expect, test } from 'vitest';
import { allChecks } from '../../src/all-checks.ts';
import { alteredServer } from '../support/altering-proxy.ts';
import { type CheckedServer, openCheckedServer } from '../support/reference-server.ts';
import { resultsOn, violationsOf } from '../support/run-checks.ts';
import { DEFECTS } from '../support/seeded-defects.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

const CHECKS = allChecks([
  'getSavedSearch',
  'createSavedSearch',
  'updateSavedSearch',
  'deleteSavedSearch',
  'listSavedSearches',
  'createWebhook',
  'createAlert',
]).filter(({ needs }) => !needs.includes('rate-limit'));

test.each(DEFECTS)('$name is found', async ({ checks, violation, alteration }) => {
  const altered = await alteredServer(server, alteration(server));
  const selected = CHECKS.filter(({ id }) => checks.test(id));
  const violations = violationsOf(await resultsOn(altered, selected));
  expect(
    violations.some((text) => violation.test(text)),
    violations.slice(0, 20).join('\n'),
  ).toBe(true);
});

test('the same server without a defect has no violations', async () => {
  const healthy = await alteredServer(server, {});
  const findDefects = CHECKS.filter(({ id }) => DEFECTS.some(({ checks }) => checks.test(id)));
  expect(violationsOf(await resultsOn(healthy, findDefects))).toEqual([]);
});
