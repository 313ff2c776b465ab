import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatToken } from '../../src/api/access/token.ts';
import { basic } from '../../src/api/testing/credentials.ts';
import { openTestServer, type TestRequest, type TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from '../support/examples.ts';
import { expectProblem, stored } from '../support/rejections.ts';
import { startServer } from '../support/test-server.ts';

// Nothing that is rejected leaves anything behind, so all tests share a server; each counts what was stored around it.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';
const MEBIBYTE = 1024 * 1024;

/** What differs between the surfaces: where alerts are created, and how a caller proves who they are. */
const SURFACES = [
  {
    surface: '/v1',
    scheme: 'Basic',
    otherScheme: 'Bearer abc',
    wrong: basic(UNKNOWN_UUID, 'wrong'),
    collection: '/stack/alerts',
    operation: 'createStackAlert',
  },
  {
    surface: '/api/v2',
    scheme: 'Bearer',
    otherScheme: basic('a', 'b'),
    wrong: 'Bearer wrong',
    collection: '/alerts',
    operation: 'createAlert',
  },
] as const;

describe.each(SURFACES)('$surface', ({ surface, scheme, otherScheme, wrong, collection, operation }) => {
  const on = (some: TestServer) => (surface === '/v1' ? some.v1 : some.v2);
  const call: TestServer['call'] = (request) => on(server)(request);
  const validBody = () => requestExample(operation, 'tile');

  test.each([
    ['no credentials', undefined],
    ['the wrong scheme', otherScheme],
    ['a wrong secret', wrong],
    ['garbage', `${scheme} ???`],
  ])('%s: 401 with a challenge', async (_name, authorization) => {
    const response = await call({ path: collection, body: validBody(), headers: { authorization } });
    expectProblem(response, 401, 'unauthenticated');
    expect(response.headers.get('www-authenticate')).toMatch(new RegExp(`^${scheme} realm=`));
  });

  test('unknown key, wrong secret and expired credential get the same response', async () => {
    const bodies = [];
    for (const authorization of await uselessCredentials(server, surface)) {
      const { status, body } = await call({
        path: collection,
        body: validBody(),
        headers: { authorization },
      });
      const { requestId, instance, ...rest } = body;
      bodies.push({ status, ...rest });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  const badBodies: [string, (body: Record<string, unknown>) => unknown, string, string][] = [
    ['an unknown property', (body) => ({ ...body, colour: 'red' }), '/colour', 'unknown_property'],
    [
      'a nested unknown property',
      (body) => ({ ...body, channel: { type: 'webhook', webhookId: 'x', b: 1 } }),
      '/channel/b',
      'unknown_property',
    ],
    ['a wrong type', (body) => ({ ...body, threshold: '5' }), '/threshold', 'invalid_type'],
    ['null', (body) => ({ ...body, name: null }), '/name', 'invalid_type'],
    [
      'an unknown enum value',
      (body) => ({ ...body, thresholdType: 'around' }),
      '/thresholdType',
      'invalid_enum',
    ],
    ['a missing property', ({ interval, ...body }) => body, '/interval', 'required'],
    ['an empty body', () => ({}), '/threshold', 'required'],
    ['an array', () => [], '', 'invalid_type'],
    ['a string', () => 'alert', '', 'invalid_type'],
    ['a bad interval', (body) => ({ ...body, interval: '0m' }), '/interval', 'invalid_pattern'],
    [
      'an interval that is too long',
      (body) => ({ ...body, interval: '32d' }),
      '/interval',
      'invalid_pattern',
    ],
    ['a tile alert without a tile', ({ tileId, ...body }) => body, '/tileId', 'required'],
    [
      'a webhook channel without a webhook',
      (body) => ({ ...body, channel: { type: 'webhook' } }),
      '/channel/webhookId',
      'required',
    ],
  ];
  test.each(badBodies)('%s: 400 with a pointer, nothing stored', async (_name, change, pointer, code) => {
    const before = stored(server);
    const response = await call({ path: collection, body: change(validBody()) });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(stored(server)).toEqual(before);
  });

  test('every invalid field of a body is reported', async () => {
    const response = await call({
      path: collection,
      body: { ...validBody(), a: 1, b: 2, threshold: 'x' },
    });
    expect(response.body.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual([
      '/a',
      '/b',
      '/threshold',
    ]);
  });

  test('references that lead nowhere: 400 with an entry each', async () => {
    const before = stored(server);
    const body = { ...validBody(), tileId: 'nowhere', channel: { type: 'webhook', webhookId: 'nowhere' } };
    const response = await call({ path: collection, body });
    expectProblem(response, 400, 'reference_not_found');
    expect(response.body.errors).toEqual([
      {
        pointer: '/tileId',
        code: 'reference_not_found',
        message: 'must be the id of a tile of the dashboard',
      },
      {
        pointer: '/channel/webhookId',
        code: 'reference_not_found',
        message: 'must be the id of an existing webhook',
      },
    ]);
    expect(stored(server)).toEqual(before);
  });

  test('a tile that has no number to compare: 400', async () => {
    const response = await call({ path: collection, body: { ...validBody(), tileId: 'tile-runbook' } });
    expect(response.body.errors).toEqual([
      expect.objectContaining({ pointer: '/tileId', code: 'not_applicable' }),
    ]);
  });

  test.each(['{"name": ', '{"a":1}}', "{'a':1}", 'NaN', '\u0000'])('malformed JSON %j: 400', async (raw) => {
    expectProblem(await call({ path: collection, raw }), 400, 'malformed_json');
  });

  test('a body of 1 MiB is read, one byte more is 413', async () => {
    const before = stored(server);
    const body = { ...validBody(), message: '' };
    const padding = MEBIBYTE - Buffer.byteLength(JSON.stringify(body));
    const raw = JSON.stringify(body) + ' '.repeat(padding);
    expect((await call({ path: collection, raw })).status).toBe(400);
    expectProblem(await call({ path: collection, raw: `${raw} ` }), 413, 'body_too_large');
    expect(stored(server)).toEqual(before);
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'nonsense',
  ])('media type %s: 415', async (type) => {
    const before = stored(server);
    const request: TestRequest = {
      path: collection,
      raw: JSON.stringify(validBody()),
      headers: { 'content-type': type },
    };
    expectProblem(await call(request), 415, 'unsupported_media_type');
    expect(stored(server)).toEqual(before);
  });

  test('an unknown query parameter: 400 with its name', async () => {
    const before = stored(server);
    const response = await call({ path: `${collection}?colour=red`, body: validBody() });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toEqual([
      expect.objectContaining({ parameter: 'colour', code: 'unknown_parameter' }),
    ]);
    expect(stored(server)).toEqual(before);
  });

  test('an unknown path: 404', async () => {
    expectProblem(await call({ path: '/nowhere' }), 404, 'path_not_found');
  });

  test('a wrong method: 405 with Allow', async () => {
    const response = await call({ path: collection, method: 'DELETE' });
    expectProblem(response, 405, 'method_not_allowed');
    expect(response.headers.get('allow')?.split(', ')).toContain('POST');
  });

  test('an alert that does not exist: 404', async () => {
    expectProblem(await call({ path: `${collection}/${UNKNOWN_UUID}` }), 404, 'resource_not_found');
  });

  test('an alert of another tenant: 404', async () => {
    const other = surface === '/v1' ? server.v2 : server.v1;
    const path = surface === '/v1' ? '/alerts' : '/stack/alerts';
    const { body } = await other({ path, body: requestExample('createAlert', 'tile') });
    const { id } = body.data ?? body.result;
    expectProblem(await call({ path: `${collection}/${id}` }), 404, 'resource_not_found');
  });

  test('a reader may read and not write: 403', async () => {
    const authorization = await readerAuthorization(server, surface);
    const response = await call({ path: collection, body: validBody(), headers: { authorization } });
    expectProblem(response, 403, 'forbidden');
    const { body } = await call({ path: collection, body: validBody() });
    const { id } = body.data ?? body.result;
    expect((await call({ path: `${collection}/${id}`, headers: { authorization } })).status).toBe(200);
  });

  test('the quota of a credential is used up: 429 with Retry-After', async () => {
    const limited = await startServer({ environment: { PENSTOCK_RATE_LIMIT: '2' } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await on(limited)({ path: collection, body: validBody() })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    const rejected = await on(limited)({ path: collection, body: validBody() });
    expectProblem(rejected, 429, 'rate_limit_exceeded');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

async function uselessCredentials(server: TestServer, surface: '/v1' | '/api/v2'): Promise<string[]> {
  const { management, observability } = server.credentials;
  const past = new Date(Date.now() - 1000);
  if (surface === '/v1') {
    const expired = await server.administration.keys.create(reachOf(server), 'admin', past);
    return [
      basic(UNKNOWN_UUID, management.keySecret),
      basic(management.keyId, 'x'),
      basic(expired.id, expired.secret),
    ];
  }
  const expired = await server.administration.tokens.create({ teamId: observability.team }, 'admin', past);
  const unknown = observability.token.replace(/^pst_[0-9a-f]{32}/, `pst_${'0'.repeat(32)}`);
  const wrongSecret = `${observability.token.slice(0, -43)}${'A'.repeat(43)}`;
  return [`Bearer ${unknown}`, `Bearer ${wrongSecret}`, `Bearer ${formatToken(expired.id, expired.secret)}`];
}

async function readerAuthorization(server: TestServer, surface: '/v1' | '/api/v2'): Promise<string> {
  if (surface === '/api/v2') {
    const teamId = server.credentials.observability.team;
    const { id, secret } = await server.administration.tokens.create({ teamId }, 'reader');
    return `Bearer ${formatToken(id, secret)}`;
  }
  const key = await server.administration.keys.create(reachOf(server), 'reader');
  return basic(key.id, key.secret);
}

/** What the first key of a server opens. */
function reachOf({ credentials }: TestServer) {
  return { organizationId: credentials.management.organizationId, serviceId: null };
}
