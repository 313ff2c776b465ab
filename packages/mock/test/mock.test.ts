import { type OperationId, operations } from '@penstock/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../src/index.ts';
import { violations } from './contract-checks.ts';
import {
  allowOf,
  answerExamples,
  type ExampleRequest,
  exampleRequest,
  otherMethods,
  writeOnlyProperties,
} from './contract-examples.ts';

const IDS = Object.keys(operations) as OperationId[];
const LISTS = IDS.filter((id) => (operations[id].queryParameters as readonly string[]).includes('limit'));
const WITH_BODY = IDS.filter((id) => operations[id].requestBody === 'required');

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

type Change = Partial<ExampleRequest>;

/** Sends the example request of an operation, changed in places. A mock that does not answer fails the test. */
async function send(id: OperationId, change: Change = {}) {
  const { method, path, headers, body } = { ...exampleRequest(id), ...change };
  const signal = AbortSignal.timeout(5000);
  const response = await fetch(mock.url + path, { method, headers: { ...headers }, body, signal });
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

/** The answer is problem+json and one of the contract's examples for the operation and status. */
function expectExample(
  id: OperationId,
  answer: Awaited<ReturnType<typeof send>>,
  status: number,
  name?: string,
) {
  const examples = answerExamples(id, status);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe(
    status < 400 ? 'application/json' : 'application/problem+json',
  );
  expect(answer.headers.get('x-request-id')).toEqual(answer.body.requestId ?? expect.any(String));
  if (name === undefined) expect(Object.values(examples)).toContainEqual(answer.body);
  else expect(answer.body).toEqual(examples[name]);
  expect(violations(id, status, answer.body)).toEqual([]);
}

describe.each(IDS)('%s', (id) => {
  test('answers with the first example of the contract', async () => {
    const answer = await send(id);
    expectExample(id, answer, 200, Object.keys(answerExamples(id, 200))[0]);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });

  test('answers with every example that is asked for', async () => {
    for (const status of operations[id].statuses) {
      for (const example of Object.keys(answerExamples(id, status))) {
        const answer = await send(id, withHeader(id, 'prefer', `code=${status}, example=${example}`));
        expectExample(id, answer, status, example);
      }
    }
  });

  test('asks for credentials of its own scheme', async () => {
    const scheme = operations[id].surface === 'management' ? 'Basic' : 'Bearer';
    const other = scheme === 'Basic' ? 'Bearer token' : 'Basic a2V5OnNlY3JldA==';
    for (const change of [withoutCredentials(id), withHeader(id, 'authorization', other)]) {
      const answer = await send(id, change);
      expectExample(id, answer, 401, 'unauthenticated');
      expect(answer.headers.get('www-authenticate')).toMatch(new RegExp(`^${scheme} `));
    }
  });

  test('refuses an unknown query parameter', async () => {
    expectExample(id, await send(id, { path: `${exampleRequest(id).path}?unknown=1` }), 400);
  });

  test('refuses other methods and lists those that the path has', async () => {
    for (const method of otherMethods(id)) {
      const answer = await send(id, { method, body: null });
      expectExample(id, answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe(allowOf(id));
    }
  });

  test('answers without any property that is only ever sent', async () => {
    const secret = writeOnlyProperties();
    expect(secret).toEqual(expect.arrayContaining(['username', 'password', 'accessKeyId', 'secretKey']));
    for (const example of Object.keys(answerExamples(id, 200))) {
      const { text } = await send(id, withHeader(id, 'prefer', `example=${example}, dynamic=true`));
      for (const name of secret) expect(text).not.toContain(`"${name}":`);
    }
  });
});

describe.each(WITH_BODY)('%s refuses', (id) => {
  test.each(['{', '', '{"a":1}x', 'ÿ'])('the body %j', async (body) => {
    const answer = await send(id, { body });
    expectExample(id, answer, 400, body === '' ? 'validation_failed' : 'malformed_json');
  });

  test('no body at all, with and without a media type', async () => {
    const { 'content-type': _, ...headers } = exampleRequest(id).headers;
    expectExample(id, await send(id, { body: null }), 400, 'validation_failed');
    expectExample(id, await send(id, { body: null, headers }), 400, 'validation_failed');
  });

  test.each(['{"name":"\\ud800x"}', '{"a":[{"\\udc00":1}]}', '"\\ud800"'])(
    'the text of %s, which is no Unicode',
    async (body) => expectExample(id, await send(id, { body }), 400, 'validation_failed'),
  );

  test('an unknown property, and says where', async () => {
    const body = JSON.stringify({ ...JSON.parse(exampleRequest(id).body ?? ''), unknown: true });
    const answer = await send(id, { body });
    expectExample(id, answer, 400);
    expect(answer.body.code).toBe('validation_failed');
    expect(answer.headers.get('sl-violations')).toContain('unknown');
  });

  test('another media type', async () => {
    expectExample(
      id,
      await send(id, withHeader(id, 'content-type', 'text/plain')),
      415,
      'unsupported_media_type',
    );
  });

  test('a body of 1 MiB and a byte', async () => {
    expectExample(id, await send(id, { body: `"${'x'.repeat(1_048_575)}"` }), 413, 'body_too_large');
  });
});

describe.each(LISTS)('%s refuses', (id) => {
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
  ])('the query %s as one that does not fit', async (query) => {
    const answer = await send(id, { path: `${exampleRequest(id).path}?${query}` });
    expectExample(id, answer, 400);
    expect(answer.body.code).toBe('validation_failed');
  });
});

describe('both surfaces', () => {
  test.each(['/', '/v1', '/v2/pipes', '/api/v2/nothing', '/api/v2/alerts/', '//', '/%zz'])(
    'answer the unknown path %s',
    async (path) => expectExample('getPipe', await send('getPipe', { path }), 404, 'path_not_found'),
  );

  test('refuse an id that is none, and a path that cannot be decoded', async () => {
    const { path } = exampleRequest('getPipe');
    expectExample('getPipe', await send('getPipe', { path: `${path}x` }), 400);
    expectExample('getPipe', await send('getPipe', { path: path.replace(/[^/]+$/, '%zz') }), 400);
  });

  test('answer HEAD without a body and OPTIONS with the methods', async () => {
    expect(await send('getAlert', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const options = await send('getAlert', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, allowOf('getAlert')]);
  });

  test.each(['code=418', 'code=4x4', 'example=unheard-of', 'code=404, example=unheard-of'])(
    'say that they cannot do what Prefer: %s asks for',
    async (prefer) => {
      const answer = await send('getPipe', withHeader('getPipe', 'prefer', prefer));
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ parameter: 'Prefer' }] },
      });
      expect(violations('getPipe', 400, answer.body)).toEqual([]);
    },
  );

  test('answer a caller that accepts JSON alone', async () => {
    expectExample('getPipe', await send('getPipe', withHeader('getPipe', 'accept', 'application/json')), 200);
    const headers = { accept: 'application/json' };
    expectExample('getPipe', await send('getPipe', { headers }), 401);
  });

  test('let a page of another origin in', async () => {
    const answer = await send('updatePipe', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
      body: null,
    });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
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

  test('does not start on a port that is taken', async () => {
    await expect(startMock({ port: Number(new URL(mock.url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
