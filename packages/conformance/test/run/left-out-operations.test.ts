import { type OperationId, operations } from '@penstock/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allChecks } from '../../src/all-checks.ts';
import { CAPABILITIES, capabilitiesOf } from '../../src/capability.ts';
import { alteredServer, type PassingResponse } from '../support/altering-proxy.ts';
import { type CheckedServer, openCheckedServer } from '../support/reference-server.ts';
import { resultsOn, violationsOf } from '../support/run-checks.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

const SUCCESS = 'generated/listAlertHistory/200';
const [success, ...others] = allChecks(['listAlertHistory']).filter(({ id }) =>
  [SUCCESS, 'generated/listAlertHistory/query/limit/maximum/beyond'].includes(id),
);

/** Sends the requests of a check through a proxy that alters the responses of the operation. */
async function resultWith(alter: (response: PassingResponse) => void) {
  const altered = await alteredServer(server, {
    response(response, { url }) {
      if (url.includes('/history')) alter(response);
    },
  });
  const [result] = await resultsOn(altered, success ? [success] : []);
  return result;
}

test('an operation that responds with 501 is not implemented: neither a violation nor passed', async () => {
  const [result] = await resultsOn(server, success ? [success] : []);
  expect(result).toMatchObject({
    outcome: 'skipped',
    reason: 'listAlertHistory is not implemented: the server responds with 501.',
    violations: [],
  });
});

test('what the server checks before it responds with 501 is checked as usual', async () => {
  const results = await resultsOn(server, others);
  expect(results.map(({ outcome }) => outcome)).toEqual(['passed']);
});

test('an operation that is implemented is checked as usual', async () => {
  const passed = await resultWith((response) => {
    response.status = 200;
    response.headers.set('content-type', 'application/json');
    response.body = { data: [], meta: { limit: 100, nextCursor: null } };
  });
  expect(passed?.outcome).toBe('passed');
  const failed = await resultWith((response) => {
    response.status = 200;
    response.headers.set('content-type', 'application/json');
    response.body = { data: [{}], meta: { limit: 100, nextCursor: null } };
  });
  expect(failed?.outcome).toBe('failed');
});

test('a 501 that violates the contract is a violation', async () => {
  const result = await resultWith((response) => {
    response.body = { ...response.body, code: 'internal_error' };
  });
  expect(violationsOf(result ? [result] : [])).toEqual([
    expect.stringContaining('The code internal_error belongs to 500, but the status of the response is 501.'),
  ]);
});

test('exactly the operations that declare a 501 have a capability of their own', () => {
  for (const id of Object.keys(operations) as OperationId[]) {
    const statuses: readonly number[] = operations[id].statuses;
    const capabilities = capabilitiesOf(id);
    expect(capabilities, id).toHaveLength(statuses.includes(501) ? 2 : 1);
    for (const capability of capabilities) expect(Object.keys(CAPABILITIES)).toContain(capability);
  }
});
