import type { MovedData, PipeRuntime, RejectedRow } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';
import { requestExample } from '../support/examples.ts';
import { createPipe } from '../support/pipe-calls.ts';
import { replaceableRuntime } from '../support/replaceable-runtime.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';
import { startServer } from '../support/test-server.ts';

const NOTHING: MovedData = { rows: 0, bytes: 0, batches: 0, errors: 0 };
const MOVED: MovedData = { rows: 7, bytes: 70, batches: 2, errors: 1 };

const runtimes = replaceableRuntime();
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ replacements: { runtime: runtimes } });
});
afterAll(() => server.stop());

function use(changes: Partial<PipeRuntime>): void {
  runtimes.use({ ...scriptedRuntime(), ...changes });
}

describe('the metrics of a pipe', () => {
  test('contain every minute of the range, also those in which nothing moved', async () => {
    const minute = Date.parse('2026-05-04T09:31:00.000Z');
    const asked: unknown[] = [];
    use({
      async readMetrics(measured, ...range) {
        asked.push([measured.id, ...range]);
        return { total: MOVED, lagSeconds: 2.5, minutes: new Map([[minute, MOVED]]) };
      },
    });
    const { id } = await createPipe(server, 'kafka');
    const range = 'since=2026-05-04T09:30:20.000Z&until=2026-05-04T09:32:01.000Z';
    const { status, body } = await server.v1({ path: `/pipes/${id}/metrics?${range}` });
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.result).toEqual({
      simulated: false,
      since: '2026-05-04T09:30:00.000Z',
      until: '2026-05-04T09:33:00.000Z',
      total: MOVED,
      lagSeconds: 2.5,
      minutes: [
        { startTime: '2026-05-04T09:30:00.000Z', ...NOTHING },
        { startTime: '2026-05-04T09:31:00.000Z', ...MOVED },
        { startTime: '2026-05-04T09:32:00.000Z', ...NOTHING },
      ],
    });
    expect(asked).toEqual([[id, minute - 60_000, minute + 2 * 60_000]]);
  });

  test.each([
    ['since=2026-05-04T09:30:00.000Z&until=2026-05-04T09:30:00.000Z', 'since'],
    ['since=2026-05-05T00:00:00.000Z&until=2026-05-04T00:00:00.000Z', 'since'],
    ['since=2026-05-04T00:00:00.000Z&until=2026-05-05T00:00:01.000Z', 'since'],
    ['since=2026-05-04T00:00:00.000Z', 'since'],
    ['until=yesterday', 'until'],
  ])('of the range %s: 400', async (range, parameter) => {
    use({});
    const { id } = await createPipe(server, 'kinesis');
    const { status, body } = await server.v1({ path: `/pipes/${id}/metrics?${range}` });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });

  test('are of the last hour by default, and may begin at a leap second', async () => {
    use({});
    const { id } = await createPipe(server, 'kinesis');
    const { result } = (await server.v1({ path: `/pipes/${id}/metrics` })).body;
    expect(result.minutes).toHaveLength(60);
    expect(Date.parse(result.until) - Date.now()).toBeLessThanOrEqual(60_000);
    const leap = 'since=2016-12-31T23:59:60Z&until=2017-01-01T00:01:00Z';
    const { body } = await server.v1({ path: `/pipes/${id}/metrics?${leap}` });
    expect(body.result.since).toBe('2016-12-31T23:59:00.000Z');
  });
});

describe('the rejected rows of a pipe', () => {
  test('are pages, the newest first', async () => {
    const rows: RejectedRow[] = ['4', '3', '2', '1'].map((id) => ({
      id,
      at: '2026-05-04T09:30:00.000Z',
      location: `orders, partition 0, offset ${id}`,
      reason: 'Not JSON.',
    }));
    use({
      readRejectedRows: async (_pipeId, limit, beforeId) =>
        rows.filter(({ id }) => beforeId === undefined || id < beforeId).slice(0, limit),
    });
    const { id } = await createPipe(server, 'kafka');
    const first = (await server.v1({ path: `/pipes/${id}/errors?limit=3` })).body;
    const last = (await server.v1({ path: `/pipes/${id}/errors?limit=3&cursor=${first.nextCursor}` })).body;
    expect([...first.result, ...last.result]).toEqual(rows);
    expect([first.simulated, last.nextCursor]).toEqual([false, null]);
    const other = await createPipe(server, 'kafka');
    const foreign = await server.v1({ path: `/pipes/${other.id}/errors?cursor=${first.nextCursor}` });
    expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid_cursor']);
  });
});

test('a simulated runtime moves nothing, and responses contain that it is simulated', async () => {
  const server = await startServer({ replacements: { runtime: simulatedRuntime(0) } });
  const { id } = await createPipe(server, 'kafka');
  const { result } = (await server.v1({ path: `/pipes/${id}/metrics` })).body;
  expect(result).toMatchObject({ simulated: true, total: NOTHING });
  expect(result).not.toHaveProperty('lagSeconds');
  const { body } = await server.v1({ path: `/pipes/${id}/errors` });
  expect(body).toMatchObject({ simulated: true, result: [], nextCursor: null });
});

test('a pipe that does not exist has neither metrics nor rejected rows', async () => {
  for (const below of ['metrics', 'errors']) {
    const path = `/pipes/00000000-0000-4000-8000-000000000000/${below}`;
    expect((await server.v1({ path })).status).toBe(404);
  }
});

describe.each(['compiled', 'express-openapi-validator'])(
  'the discovery of a schema, validated by %s',
  (engine) => {
    const discover = (body: unknown) => ({ path: '/pipes/schemaDiscovery', body });
    const { source } = requestExample('createPipe', 'kafka');

    test('is no pipe id, and is 501 while pipes are simulated', async () => {
      const server = await startServer({
        environment: { PENSTOCK_VALIDATION: engine },
        replacements: { runtime: simulatedRuntime(0) },
      });
      const response = await server.v1(discover({ source }));
      expect([response.status, response.body.code]).toEqual([501, 'not_implemented']);
      for (const method of ['GET', 'PATCH', 'DELETE', 'PUT']) {
        const other = await server.v1({ method, path: '/pipes/schemaDiscovery' });
        expect([other.status, other.headers.get('allow')], method).toEqual([405, 'OPTIONS, POST']);
      }
      const invalid = await server.v1(
        discover({ source: { kafka: { ...source.kafka, credentials: undefined } } }),
      );
      expect([invalid.status, invalid.body.errors]).toEqual([
        400,
        [expect.objectContaining({ pointer: '/source/kafka/credentials', code: 'required' })],
      ]);
      expect((await server.v1({ path: '/pipes' })).body.result).toEqual([]);
    });

    test('gives the runtime the source and its secrets, and stores nothing', async () => {
      const schema = { columns: [{ name: 'orderId', type: 'UInt64' }], sampledRows: 10 };
      const plans: unknown[] = [];
      const runtime: PipeRuntime = {
        ...scriptedRuntime(),
        async discoverSchema(plan) {
          plans.push(plan);
          return schema;
        },
      };
      const server = await startServer({
        environment: { PENSTOCK_VALIDATION: engine },
        replacements: { runtime },
      });
      expect((await server.v1(discover({ source }))).body.result).toEqual(schema);
      expect(plans).toEqual([
        expect.objectContaining({
          secrets: expect.objectContaining({ credentials: source.kafka.credentials }),
        }),
      ]);
      expect((await server.v1({ path: '/pipes' })).body.result).toEqual([]);
    });
  },
);
