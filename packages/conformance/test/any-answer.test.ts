import { afterAll, beforeAll, expect, test } from 'vitest';
import { allChecks } from '../src/all-checks.ts';
import { OPERATION_IDS } from '../src/described-operation.ts';
import { alteredServer } from './altering-proxy.ts';
import { type CheckedServer, openCheckedServer } from './reference-server.ts';
import { verdictsOn } from './run-checks.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

const IDS = OPERATION_IDS.filter((id) => /Webhook|SavedSearch/.test(id) && !id.includes('Stack'));
const CHECKS = allChecks(IDS).filter(({ needs }) => !needs.includes('rate-limit'));

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'nothing'],
  ['a list', [null]],
  ['an empty object', {}],
  ['null as the result', { data: null, errors: null, meta: null }],
  ['a list of nothing', { data: [null], errors: [null], meta: { nextCursor: 7 } }],
  ['ids that are none', { data: { id: { toString: 'x' }, state: 7 } }],
  ['an id that leads elsewhere', { data: { id: '..' }, meta: { nextCursor: '..' } }],
])('a server that answers everything with %s does not conform, and breaks no check', async (_name, body) => {
  const altered = await alteredServer(server, {
    answer(answer) {
      answer.body = body;
    },
  });
  const verdicts = await verdictsOn(altered, CHECKS);
  expect(verdicts.length).toBe(CHECKS.length);
  expect(verdicts.filter(({ outcome }) => outcome === 'passed').map(({ check }) => check.id)).toEqual([]);
});
