import { type IncomingMessage, request } from 'node:http';
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

type Answer = Awaited<ReturnType<typeof send>>;

/** The answer is an example of the contract, as it is written. */
function expectExample(id: OperationId, answer: Answer, status: number, name: string) {
  const examples = answerExamples(id, status);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe(
    status < 400 ? 'application/json' : 'application/problem+json',
  );
  expect(answer.headers.get('x-request-id')).toEqual(answer.body.requestId ?? expect.any(String));
  expect(answer.body).toEqual(examples[name]);
  expect(violations(id, status, answer.body)).toEqual([]);
}

/** The answer is a problem of the mock's own, with the places that are wrong and a request id of its own. */
function expectRefusal(id: OperationId, answer: Answer, status: number, code: string, ...places: object[]) {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
  expect(answer.body.instance).toBe(`urn:uuid:${answer.body.requestId}`);
  expect(violations(id, status, answer.body)).toEqual([]);
  for (const place of places) expect(answer.body.errors).toContainEqual(expect.objectContaining(place));
}

describe.each(IDS)('%s', (id) => {
  test('answers with the first example of the contract', async () => {
    const answer = await send(id);
    expectExample(id, answer, 200, Object.keys(answerExamples(id, 200))[0] ?? '');
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
    const empty = `${scheme} `;
    for (const authorization of [undefined, other, empty]) {
      const change =
        authorization === undefined ? withoutCredentials(id) : withHeader(id, 'authorization', authorization);
      const answer = await send(id, change);
      expectRefusal(id, answer, 401, 'unauthenticated');
      expect(answer.headers.get('www-authenticate')).toMatch(new RegExp(`^${scheme} `));
    }
  });

  test('refuses an unknown query parameter', async () => {
    const answer = await send(id, { path: `${exampleRequest(id).path}?unknown=1` });
    const place = { parameter: 'unknown', code: 'unknown_parameter' };
    expectRefusal(id, answer, 400, 'validation_failed', place);
  });

  test('refuses other methods and lists those that the path has', async () => {
    for (const method of otherMethods(id)) {
      const answer = await send(id, { method, body: null });
      expectRefusal(id, answer, 405, 'method_not_allowed');
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
    expectRefusal(id, answer, 400, body === '' ? 'validation_failed' : 'malformed_json');
  });

  test('no body at all, with and without a media type', async () => {
    const { 'content-type': _, ...headers } = exampleRequest(id).headers;
    const place = { pointer: '', code: 'required' };
    expectRefusal(id, await send(id, { body: null }), 400, 'validation_failed', place);
    expectRefusal(id, await send(id, { body: null, headers }), 400, 'validation_failed', place);
  });

  test.each(['{"name":"\\ud800x"}', '{"a":[{"\\udc00":1}]}', '"\\ud800"'])(
    'the text of %s, which is no Unicode',
    async (body) => expectRefusal(id, await send(id, { body }), 400, 'validation_failed'),
  );

  test('an unknown property, and says where', async () => {
    const body = JSON.stringify({ ...JSON.parse(exampleRequest(id).body ?? ''), unknown: true });
    const answer = await send(id, { body });
    const place = { pointer: '/unknown', code: 'unknown_property' };
    expectRefusal(id, answer, 400, 'validation_failed', place);
  });

  test('another media type', async () => {
    const answer = await send(id, withHeader(id, 'content-type', 'text/plain'));
    expectRefusal(id, answer, 415, 'unsupported_media_type');
  });

  test('a body of 1 MiB and a byte', async () => {
    const answer = await send(id, { body: `"${'x'.repeat(1_048_575)}"` });
    expectRefusal(id, answer, 413, 'body_too_large');
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
    const parameter = query.split('=', 1)[0];
    expectRefusal(id, answer, 400, 'validation_failed', { parameter });
  });
});

describe('both surfaces', () => {
  test.each(['/', '/v1', '/v2/pipes', '/api/v2/nothing', '/api/v2/alerts/', '//'])(
    'answer the unknown path %s',
    async (path) => expectRefusal('getPipe', await send('getPipe', { path }), 404, 'path_not_found'),
  );

  test('refuse an id that is none, and a path that cannot be decoded', async () => {
    const { path } = exampleRequest('getPipe');
    const notAnId = await send('getPipe', { path: `${path}x` });
    expectRefusal('getPipe', notAnId, 400, 'validation_failed', { parameter: 'pipeId' });
    for (const undecodable of [path.replace(/[^/]+$/, '%zz'), '/%zz'])
      expectRefusal('getPipe', await send('getPipe', { path: undecodable }), 400, 'validation_failed');
  });

  test('answer HEAD without a body and OPTIONS with the methods', async () => {
    expect(await send('getAlert', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const options = await send('getAlert', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, allowOf('getAlert')]);
  });

  test.each([
    ['code=418', 'getPipe never returns 418. It returns 200, 400, '],
    ['code=4x4', 'must have a status of three digits'],
    [
      'example=unheard-of',
      'getPipe has no example "unheard-of". The contract has these: 200: kafka, postgres; 400: ',
    ],
    [
      'code=404, example=unheard-of',
      'getPipe has no example "unheard-of" for 404. The contract has these: 404: ',
    ],
  ])('say that they cannot do what Prefer: %s asks for, and what there is', async (prefer, message) => {
    const answer = await send('getPipe', withHeader('getPipe', 'prefer', prefer));
    const place = { parameter: 'Prefer', message: expect.stringContaining(message) };
    expectRefusal('getPipe', answer, 400, 'validation_failed', place);
  });

  test('find the status of an example that is asked for by its name alone, and say so', async () => {
    const answer = await send('getPipe', withHeader('getPipe', 'prefer', 'example=resource_not_found'));
    expectExample('getPipe', answer, 404, 'resource_not_found');
    expect(answer.headers.get('preference-applied')).toBe('code=404, example=resource_not_found');
  });

  test('leave alone what Prefer asks for that is none of theirs', async () => {
    const prefer = 'return=minimal, dynamic=true, respond-async';
    const answer = await send('getPipe', withHeader('getPipe', 'prefer', prefer));
    expectExample('getPipe', answer, 200, 'kafka');
  });

  test('give the thing the id that the path has, unless an example is asked for by its name', async () => {
    const id = '018f6d2a-0000-7000-8000-000000000001';
    const path = exampleRequest('getPipe').path.replace(/[^/]+$/, id);
    expect((await send('getPipe', { path })).body.result.id).toBe(id);
    const named = await send('getPipe', { path, ...withHeader('getPipe', 'prefer', 'example=postgres') });
    expectExample('getPipe', named, 200, 'postgres');
    const { body: alert } = exampleRequest('updateAlert');
    const updated = await send('updateAlert', { path: `/api/v2/alerts/${id}`, body: alert });
    expect(updated.body.data.id).toBe(id);
  });

  test('take a change that is based on the version that they give, and refuse any other', async () => {
    const { headers } = await send('getAlert');
    const etag = headers.get('etag') ?? expect.fail('no ETag');
    for (const id of ['updateAlert', 'deleteAlert', 'updatePipeScaling'] as const) {
      expect((await send(id, withHeader(id, 'if-match', etag))).status).toBe(200);
      const outdated = await send(id, withHeader(id, 'if-match', '"6"'));
      expectRefusal(id, outdated, 412, 'precondition_failed');
    }
  });

  test('answer a body that never ends as soon as it is too large', async () => {
    const { method, path, headers } = exampleRequest('createPipe');
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(mock.url + path, { method, headers }, resolve).once('error', reject);
      sent.write('x'.repeat(1_048_577));
    });
    expect(response.statusCode).toBe(413);
    response.destroy();
  });

  test('answer a caller that accepts JSON alone', async () => {
    const answer = await send('getPipe', withHeader('getPipe', 'accept', 'application/json'));
    expectExample('getPipe', answer, 200, 'kafka');
    const refused = await send('getPipe', { headers: { accept: 'application/json' } });
    expectRefusal('getPipe', refused, 401, 'unauthenticated');
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
