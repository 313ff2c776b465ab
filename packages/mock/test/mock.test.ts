import { type IncomingMessage, request } from 'node:http';
import { type OperationId, operations } from '@penstock/contract';
import { validators } from '@penstock/contract/validators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../src/index.ts';
import {
  allowOf,
  type ExampleRequest,
  exampleRequest,
  exampleResponses,
  otherMethods,
  writeOnlyProperties,
} from './support/contract-examples.ts';

/** A seventh of the operations, of both surfaces and each method some. `pnpm verify` tests all. */
const STRIDE = process.env.PENSTOCK_TEST_OPERATIONS === 'all' ? 1 : 7;
const IDS = (Object.keys(operations) as OperationId[]).filter((_, index) => index % STRIDE === 0);
const LISTS = IDS.filter((id) => (operations[id].queryParameters as readonly string[]).includes('limit'));
const WITH_BODY = IDS.filter((id) => operations[id].requestBody === 'required');

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

type Change = Partial<ExampleRequest>;

/** Sends the example request of an operation with some changes. */
async function send(id: OperationId, change: Change = {}) {
  const { method, path, headers, body } = { ...exampleRequest(id), ...change };
  const response = await fetch(mock.url + path, { method, headers: { ...headers }, body });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? '' : JSON.parse(text),
  };
}

function withHeader(id: OperationId, name: string, value: string): Change {
  return { headers: { ...exampleRequest(id).headers, [name]: value } };
}

function withoutCredentials(id: OperationId): Change {
  const { authorization: _, ...headers } = exampleRequest(id).headers;
  return { headers };
}

type Received = Awaited<ReturnType<typeof send>>;

/** Expects an example of the contract, as it is written. */
function expectExample(id: OperationId, received: Received, status: number, name: string) {
  const examples = exampleResponses(id, status);
  expect(received.status).toBe(status);
  expect(received.headers.get('content-type')).toBe(
    status < 400 ? 'application/json' : 'application/problem+json',
  );
  expect(received.headers.get('x-request-id')).toEqual(received.body.requestId ?? expect.any(String));
  expect(received.body).toEqual(examples[name]);
  expect(validators[id].responses[status]?.(received.body)).toEqual([]);
}

/** Expects a problem of the server, with a request id of its own and these error entries. */
function expectProblem(
  id: OperationId,
  received: Received,
  status: number,
  code: string,
  ...entries: object[]
) {
  expect({ status: received.status, code: received.body.code }).toEqual({ status, code });
  expect(received.headers.get('content-type')).toBe('application/problem+json');
  expect(received.headers.get('x-request-id')).toBe(received.body.requestId);
  expect(received.body.instance).toBe(`urn:uuid:${received.body.requestId}`);
  expect(validators[id].responses[status]?.(received.body)).toEqual([]);
  for (const entry of entries) expect(received.body.errors).toContainEqual(expect.objectContaining(entry));
}

describe.each(IDS)('%s', (id) => {
  test('returns the first example of the contract', async () => {
    const response = await send(id);
    expectExample(id, response, 200, Object.keys(exampleResponses(id, 200))[0] ?? '');
    expect(response.headers.get('idempotency-replayed')).toBeNull();
  });

  test('returns every example on request', async () => {
    for (const status of operations[id].statuses) {
      for (const example of Object.keys(exampleResponses(id, status))) {
        const response = await send(id, withHeader(id, 'prefer', `code=${status}, example=${example}`));
        expectExample(id, response, status, example);
      }
    }
  });

  test('requires credentials of its own scheme', async () => {
    const scheme = operations[id].surface === 'management' ? 'Basic' : 'Bearer';
    const other = scheme === 'Basic' ? 'Bearer token' : 'Basic a2V5OnNlY3JldA==';
    const empty = `${scheme} `;
    for (const authorization of [undefined, other, empty]) {
      const change =
        authorization === undefined ? withoutCredentials(id) : withHeader(id, 'authorization', authorization);
      const response = await send(id, change);
      expectProblem(id, response, 401, 'unauthenticated');
      expect(response.headers.get('www-authenticate')).toMatch(new RegExp(`^${scheme} `));
    }
  });

  test('rejects an unknown query parameter', async () => {
    const response = await send(id, { path: `${exampleRequest(id).path}?unknown=1` });
    const entry = { parameter: 'unknown', code: 'unknown_parameter' };
    expectProblem(id, response, 400, 'validation_failed', entry);
  });

  test('rejects other methods and lists those of the path', async () => {
    for (const method of otherMethods(id)) {
      const response = await send(id, { method, body: null });
      expectProblem(id, response, 405, 'method_not_allowed');
      expect(response.headers.get('allow')).toBe(allowOf(id));
    }
  });

  test('returns no write-only property', async () => {
    const secret = writeOnlyProperties();
    expect(secret).toEqual(expect.arrayContaining(['username', 'password', 'accessKeyId', 'secretKey']));
    for (const example of Object.keys(exampleResponses(id, 200))) {
      const { text } = await send(id, withHeader(id, 'prefer', `example=${example}, dynamic=true`));
      for (const name of secret) expect(text).not.toContain(`"${name}":`);
    }
  });
});

describe.each(WITH_BODY)('%s rejects', (id) => {
  test.each(['{', '', '{"a":1}x', 'ÿ'])('the body %j', async (body) => {
    const response = await send(id, { body });
    expectProblem(id, response, 400, body === '' ? 'validation_failed' : 'malformed_json');
  });

  test('a missing body, with and without a media type', async () => {
    const { 'content-type': _, ...headers } = exampleRequest(id).headers;
    const entry = { pointer: '', code: 'required' };
    expectProblem(id, await send(id, { body: null }), 400, 'validation_failed', entry);
    expectProblem(id, await send(id, { body: null, headers }), 400, 'validation_failed', entry);
  });

  test.each(['{"name":"\\ud800x"}', '{"a":[{"\\udc00":1}]}', '"\\ud800"'])(
    'the invalid Unicode in %s',
    async (body) => expectProblem(id, await send(id, { body }), 400, 'validation_failed'),
  );

  test('an unknown property, with its location', async () => {
    const body = JSON.stringify({ ...JSON.parse(exampleRequest(id).body ?? ''), unknown: true });
    const response = await send(id, { body });
    const entry = { pointer: '/unknown', code: 'unknown_property' };
    expectProblem(id, response, 400, 'validation_failed', entry);
  });

  test('another media type', async () => {
    const response = await send(id, withHeader(id, 'content-type', 'text/plain'));
    expectProblem(id, response, 415, 'unsupported_media_type');
  });

  test('a body of 1 MiB and a byte', async () => {
    const response = await send(id, { body: `"${'x'.repeat(1_048_575)}"` });
    expectProblem(id, response, 413, 'body_too_large');
  });
});

describe.each(LISTS)('%s rejects', (id) => {
  test.each([
    'limit=Infinity',
    'limit=-Infinity',
    'limit=1e999',
    'limit=0x10',
    'limit=1e2',
    'limit=%2B5',
    'limit=%205',
    'limit=',
    'limit=99999999999999999999',
    'limit=0',
    'limit=1&limit=2',
    'cursor=a&cursor=a',
    'cursor=%ff',
    'cursor=',
  ])('the query %s', async (query) => {
    const response = await send(id, { path: `${exampleRequest(id).path}?${query}` });
    const parameter = query.split('=', 1)[0];
    expectProblem(id, response, 400, 'validation_failed', { parameter });
  });
});

describe('both surfaces', () => {
  test.each(['/', '/v1', '/v2/pipes', '/api/v2/nothing', '/api/v2/alerts/', '//'])(
    'return 404 for the unknown path %s',
    async (path) => expectProblem('getPipe', await send('getPipe', { path }), 404, 'path_not_found'),
  );

  test('reject an invalid id and a path that cannot be decoded', async () => {
    const { path } = exampleRequest('getPipe');
    const notAnId = await send('getPipe', { path: `${path}x` });
    expectProblem('getPipe', notAnId, 400, 'validation_failed', { parameter: 'pipeId' });
    for (const undecodable of [path.replace(/[^/]+$/, '%zz'), '/%zz'])
      expectProblem('getPipe', await send('getPipe', { path: undecodable }), 400, 'validation_failed');
  });

  test('respond to HEAD without a body and to OPTIONS with the methods', async () => {
    expect(await send('getAlert', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const options = await send('getAlert', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, allowOf('getAlert')]);
  });

  test.each([
    ['code=418', 'getPipe never returns 418. It returns 200, 400, '],
    ['code=4x4', 'must have a status of three digits'],
    [
      'example=unheard-of',
      'getPipe has no example "unheard-of". The contract has these: 200: kafka, postgres, failed; 400: ',
    ],
    [
      'code=404, example=unheard-of',
      'getPipe has no example "unheard-of" for 404. The contract has these: 404: ',
    ],
  ])('reject Prefer: %s and list what the contract has', async (prefer, message) => {
    const response = await send('getPipe', withHeader('getPipe', 'prefer', prefer));
    const entry = { parameter: 'Prefer', message: expect.stringContaining(message) };
    expectProblem('getPipe', response, 400, 'validation_failed', entry);
  });

  test('find the status of an example that is requested by name alone, and return it', async () => {
    const response = await send('getPipe', withHeader('getPipe', 'prefer', 'example=resource_not_found'));
    expectExample('getPipe', response, 404, 'resource_not_found');
    expect(response.headers.get('preference-applied')).toBe('code=404, example=resource_not_found');
  });

  test('ignore other preferences', async () => {
    const prefer = 'return=minimal, dynamic=true, respond-async';
    const response = await send('getPipe', withHeader('getPipe', 'prefer', prefer));
    expectExample('getPipe', response, 200, 'kafka');
  });

  test('write the id of the path into the resource, unless an example is requested by name', async () => {
    const id = '018f6d2a-0000-7000-8000-000000000001';
    const path = exampleRequest('getPipe').path.replace(/[^/]+$/, id);
    expect((await send('getPipe', { path })).body.result.id).toBe(id);
    const named = await send('getPipe', { path, ...withHeader('getPipe', 'prefer', 'example=postgres') });
    expectExample('getPipe', named, 200, 'postgres');
    const { body: alert } = exampleRequest('updateAlert');
    const updated = await send('updateAlert', { path: `/api/v2/alerts/${id}`, body: alert });
    expect(updated.body.data.id).toBe(id);
  });

  test('accept a change of the version that they return, and reject any other', async () => {
    const { headers } = await send('getAlert');
    const etag = headers.get('etag') ?? expect.fail('no ETag');
    for (const id of ['updateAlert', 'deleteAlert', 'updatePipeScaling'] as const) {
      expect((await send(id, withHeader(id, 'if-match', etag))).status).toBe(200);
      const outdated = await send(id, withHeader(id, 'if-match', '"6"'));
      expectProblem(id, outdated, 412, 'precondition_failed');
    }
  });

  test('reject an endless body as soon as it is too large', async () => {
    const { method, path, headers } = exampleRequest('createPipe');
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(mock.url + path, { method, headers }, resolve).once('error', reject);
      sent.write('x'.repeat(1_048_577));
    });
    expect(response.statusCode).toBe(413);
    response.destroy();
  });

  test('respond to a client that accepts JSON alone', async () => {
    const response = await send('getPipe', withHeader('getPipe', 'accept', 'application/json'));
    expectExample('getPipe', response, 200, 'kafka');
    const rejected = await send('getPipe', { headers: { accept: 'application/json' } });
    expectProblem('getPipe', rejected, 401, 'unauthenticated');
  });

  test('accept requests from pages of other origins', async () => {
    const response = await send('updatePipe', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
      body: null,
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'authorization,content-type',
    });
  });
});

describe('a mock', () => {
  test('frees its port, with connections still open', async () => {
    const other = await startMock({ port: 0 });
    await fetch(`${other.url}/v1`);
    await other.close();
    await expect(fetch(`${other.url}/v1`)).rejects.toThrow();
  });

  test('does not start on a port in use', async () => {
    await expect(startMock({ port: Number(new URL(mock.url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
