import { afterAll, beforeAll, expect, test } from 'vitest';
import { allChecks } from '../src/all-checks.ts';
import { OPERATION_IDS } from '../src/contract-operation.ts';
import { alteredServer } from './support/altering-proxy.ts';
import { type CheckedServer, openCheckedServer } from './support/reference-server.ts';
import { resultsOn } from './support/run-checks.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

const IDS = OPERATION_IDS.filter(
  (id) => /SavedSearch|^(?:get|test)Webhook$/.test(id) && !id.includes('Stack'),
);
const CHECKS = allChecks(IDS).filter(({ needs }) => !needs.includes('rate-limit'));

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'nothing'],
  ['a list', [null]],
  ['an empty object', {}],
  ['null as the result', { data: null, errors: null, meta: null }],
  ['a list of nothing', { data: [null], errors: [null], meta: { nextCursor: 7 } }],
  ['invalid ids', { data: { id: { toString: 'x' }, state: 7 } }],
  ['an id that leads to another path', { data: { id: '..' }, meta: { nextCursor: '..' } }],
])('a server whose responses are all %s does not conform, and no check fails to run', async (_name, body) => {
  const altered = await alteredServer(server, {
    response(response) {
      response.body = body;
    },
  });
  const results = await resultsOn(altered, CHECKS);
  expect(results.length).toBe(CHECKS.length);
  expect(results.filter(({ outcome }) => outcome === 'passed').map(({ check }) => check.id)).toEqual([]);
});
