import { secretNames } from '@penstock/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { requestExample } from '../support/examples.ts';

type Line = Record<string, unknown>;

const SECRET = 'hush-hush';

const lines: Line[] = [];
const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ logger });
});
afterAll(() => server.stop());
beforeEach(() => {
  lines.length = 0;
});

test('a request is logged as one line: credential, operation, status and duration', async () => {
  const response = await server.v1({ path: '/stack/dashboards?limit=1' });
  await server.v2({ path: '/dashboards', headers: { authorization: `Bearer ${SECRET}` } });
  await server.call({ path: '/docs/nowhere' });
  await expect.poll(() => requests().length).toBe(3);
  const [listed, rejected, docs] = requests();
  expect(listed).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    msg: 'Request finished',
    method: 'GET',
    path: expect.stringMatching(/\/stack\/dashboards$/),
    status: 200,
    durationMs: expect.any(Number),
    requestId: response.headers.get('x-request-id'),
    operationId: 'listStackDashboards',
    credentialId: server.credentials.management.keyId,
  });
  expect(rejected).toMatchObject({ status: 401, operationId: 'listDashboards' });
  expect(rejected).not.toHaveProperty('credentialId');
  expect(docs).toMatchObject({ status: 404, path: '/docs/nowhere' });
  expect(JSON.stringify(lines)).not.toContain(SECRET);
  expect(JSON.stringify(lines)).not.toContain(server.credentials.management.keySecret);
});

test('monitoring requests are not logged', async () => {
  for (const path of ['/livez', '/readyz', '/metrics']) await server.call({ path });
  await server.v1({ path: '/pipes' });
  await expect.poll(() => requests().map(({ operationId }) => operationId)).toEqual(['listPipes']);
});

test('no log line contains a secret of a pipe', async () => {
  const pipe = requestExample('createPipe', 'postgres') as { source: { postgres: { credentials: object } } };
  pipe.source.postgres.credentials = { username: SECRET, password: SECRET };
  expect((await server.v1({ path: '/pipes', body: pipe })).status).toBe(200);
  await expect.poll(() => JSON.stringify(lines)).toContain('Pipe state changed');
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

test('secrets of the contract are masked at every location', () => {
  for (const name of [...secretNames, 'authorization', 'Authorization']) {
    for (const fields of [
      { [name]: SECRET },
      { body: { [name]: SECRET } },
      { body: { source: { kafka: { [name]: SECRET } } } },
      { deep: [[{ one: { two: { three: { four: [{ [name]: { value: SECRET } }] } } } }]] },
    ])
      logger.info(fields, 'A line');
  }
  expect(lines.length).toBeGreaterThan(20);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

test('an error keeps its kind, message, code, stack and cause, and loses what a library has hung on it', () => {
  const cause = Object.assign(new TypeError('the cause'), { row: SECRET });
  const error = Object.assign(new Error('it broke', { cause }), { code: '23505', detail: SECRET });
  logger.error({ err: error }, 'A line');
  expect(lines[0]).toMatchObject({
    err: {
      type: 'Error',
      message: 'it broke: the cause',
      code: '23505',
      stack: expect.stringContaining('caused by: TypeError: the cause'),
    },
  });
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

function requests(): Line[] {
  return lines.filter(({ msg }) => msg === 'Request finished');
}
