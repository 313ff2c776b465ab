import { describe, expect, test } from 'vitest';
import { contractOfPaths } from '../support/examples.ts';
import { type Handlers, startServer } from '../support/harness.ts';

const OPTIONS = { contract: contractOfPaths('getPipe', 'getAlert'), validation: 'compiled' } as const;

const badBody = { status: 200, body: {}, headers: { ETag: '"1"' } };

async function statusesOf(validateResponses: boolean | number, operationIds: readonly string[]) {
  const handlers: Handlers = { getPipe: () => badBody, getAlert: () => badBody };
  const server = await startServer({ ...OPTIONS, validateResponses, handlers });
  const statuses: number[] = [];
  for (const operationId of operationIds) statuses.push((await server.call(operationId)).status);
  return statuses;
}

const repeat = (count: number) => Array.from({ length: count }, () => 'getPipe');

describe('validateResponses', () => {
  test('checks every response by default', async () => {
    expect(await statusesOf(true, repeat(3))).toEqual([500, 500, 500]);
    expect(await statusesOf(1, repeat(3))).toEqual([500, 500, 500]);
  });

  test('checks a share, the first response first', async () => {
    expect(await statusesOf(0.25, repeat(9))).toEqual([500, 200, 200, 200, 500, 200, 200, 200, 500]);
    expect(await statusesOf(0.6, repeat(6))).toEqual([500, 500, 200, 500, 200, 500]);
  });

  test('counts each kind of response separately, so that no pattern of requests hides one', async () => {
    const alternating = ['getPipe', 'getAlert', 'getPipe', 'getAlert', 'getPipe', 'getAlert'];
    expect(await statusesOf(0.5, alternating)).toEqual([500, 500, 200, 200, 500, 500]);
  });

  test('checks no body at all, but still statuses, headers and media types', async () => {
    expect(await statusesOf(false, repeat(2))).toEqual([200, 200]);
    expect(await statusesOf(0, repeat(2))).toEqual([200, 200]);
    const handlers: Handlers = {
      getPipe: () => ({ ...badBody, status: 201 }),
      getAlert: () => ({ ...badBody, headers: { ETag: '7' } }),
    };
    const server = await startServer({ ...OPTIONS, validateResponses: false, handlers });
    expect((await server.call('getPipe')).status).toBe(500);
    expect((await server.call('getAlert')).status).toBe(500);
  });

  test.each([-0.1, 1.1, Number.NaN, Number.POSITIVE_INFINITY, '0.5', null])(
    'rejects %j at start',
    async (share) => {
      await expect(statusesOf(share as never, [])).rejects.toThrow(
        `validateResponses takes true, false or the share of responses to check, from 0 to 1, not ${share}.`,
      );
    },
  );
});
