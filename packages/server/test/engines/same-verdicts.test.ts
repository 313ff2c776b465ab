import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { penstockContract } from '../../src/contract.ts';
import { DEVIATIONS, type Verdict } from '../support/engine-deviations.ts';
import { requestsTo } from '../support/generated-requests.ts';
import { type Sent, startServer, type TestServer } from '../support/harness.ts';
import { TESTED_OPERATIONS } from '../support/tested-operations.ts';

/** Both engines, each behind a real socket, get the same requests and have to come to the same verdict. */
const servers = {} as Record<'express-openapi-validator' | 'compiled', TestServer>;

/** Fixed, so that runs are reproducible. */
const SEED = 20261120;
/** To each operation. `pnpm verify` sends more. */
const REQUESTS = Number(process.env.PENSTOCK_TEST_REQUESTS ?? 8);
/** For large bodies it takes more requests until one is valid. */
const REQUESTS_UNTIL_VALID = 40;

beforeAll(async () => {
  const rateLimit = { requests: 1_000_000, windowSeconds: 3600 };
  for (const validation of ['express-openapi-validator', 'compiled'] as const)
    servers[validation] = await startServer({
      contract: penstockContract,
      rateLimit,
      validation,
      lasting: true,
    });
});

async function verdictsOn(operationId: string, sent: Sent): Promise<{ usual: Verdict; compiled: Verdict }> {
  const usual = await verdictOf(servers['express-openapi-validator'], operationId, sent);
  const compiled = await verdictOf(servers.compiled, operationId, sent);
  return { usual, compiled };
}

async function verdictOf(server: TestServer, operationId: string, sent: Sent): Promise<Verdict> {
  const { status, body } = await server.call(operationId, sent);
  const entries = (body?.errors ?? []).map(
    ({ pointer, parameter, code }: Record<string, string>) => `${parameter ?? pointer} ${code}`,
  );
  return { status, code: body?.code, entries: [...new Set<string>(entries)].sort() };
}

describe.each(TESTED_OPERATIONS)('$operationId', ({ operationId, ...entry }) => {
  test('gets the same verdict from both engines', async () => {
    const statuses = new Set<number>();
    const verdictsAreEqual = async (sent: Sent) => {
      const { usual, compiled } = await verdictsOn(operationId, sent);
      const excused = DEVIATIONS.some(({ covers }) => covers(usual, compiled, sent));
      expect(excused ? { ...compiled, entries: usual.entries } : compiled).toEqual(usual);
      statuses.add(usual.status);
    };
    const requests = requestsTo({ operationId, ...entry });
    await fc.assert(fc.asyncProperty(requests, verdictsAreEqual), { seed: SEED, numRuns: REQUESTS });
    const untilBoth = async (sent: Sent) => {
      if (statuses.size < 2) await verdictsAreEqual(sent);
    };
    await fc.assert(fc.asyncProperty(requests, untilBoth), { seed: SEED, numRuns: REQUESTS_UNTIL_VALID });
    // The requests are of both kinds, or nothing was tested.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
  });
});

describe('reserved characters in a query', () => {
  test.each(['?name=a%26b%23c%2Bd', '?name=a:b/c?d@e,f;g'])(
    'are accepted by both engines: %s',
    async (query) => {
      const { usual, compiled } = await verdictsOn('listPipes', { query });
      expect([usual.status, compiled.status]).toEqual([200, 200]);
    },
  );
});

describe('the list of known deviations between the engines', () => {
  test('has none but these, and may only shrink', () => {
    expect(DEVIATIONS.length).toBeLessThanOrEqual(2);
  });

  test.each(DEVIATIONS)('has $name for a reason', async ({ example, covers }) => {
    const { usual, compiled } = await verdictsOn('updatePipe', example);
    expect(compiled).not.toEqual(usual);
    expect({ ...compiled, entries: [] }).toEqual({ ...usual, entries: [] });
    expect(covers(usual, compiled, example)).toBe(true);
  });
});
