import { describe, expect, test } from 'vitest';
import { createManagementClient, PenstockError } from '../src/index.ts';
import { PIPE_ID, SCOPE, serviceAt, teamAt } from './scope.ts';
import { type ScriptedAnswer, startScriptedServer } from './scripted-server.ts';

const REQUEST_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const PROBLEM = {
  type: 'urn:penstock:problem:validation_failed',
  title: 'The request does not fit the contract',
  status: 400,
  detail: 'One place of the request is wrong.',
  instance: `urn:uuid:${REQUEST_ID}`,
  code: 'validation_failed',
  requestId: REQUEST_ID,
  errors: [{ pointer: '/name', code: 'invalid_length', message: 'must not be empty' }],
};

async function errorOf(answer: ScriptedAnswer): Promise<PenstockError> {
  const server = await startScriptedServer(() => answer);
  return rejection(serviceAt(server.url).pipes.get(PIPE_ID));
}

async function rejection(call: PromiseLike<unknown>): Promise<PenstockError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PenstockError)) throw new Error(`not a PenstockError: ${error}`);
  return error;
}

describe('an answer', () => {
  test('is the resource itself, on both surfaces', async () => {
    const server = await startScriptedServer(() => ({ body: { result: { id: 'p' }, data: { id: 'a' } } }));
    expect(await serviceAt(server.url).pipes.get(PIPE_ID)).toEqual({ id: 'p' });
    expect(await teamAt(server.url).alerts.get('a')).toEqual({ id: 'a' });
  });

  test('has headers, status, request id and ETag through withResponse, and is fetched once', async () => {
    const headers = { etag: '"7"', 'x-request-id': REQUEST_ID, 'x-other': 'yes' };
    const server = await startScriptedServer(() => ({ headers, body: { result: { id: 'p' } } }));
    const call = serviceAt(server.url).pipes.get(PIPE_ID);
    const answer = await call.withResponse();
    expect(answer).toMatchObject({ data: { id: 'p' }, status: 200, requestId: REQUEST_ID, etag: '"7"' });
    expect(answer.headers.get('x-other')).toBe('yes');
    expect(await call).toEqual({ id: 'p' });
    expect(server.requests).toHaveLength(1);
  });

  test('keeps properties and values that the contract does not know yet', async () => {
    const result = { id: 'p', state: 'Hibernating', invented: { later: true } };
    const server = await startScriptedServer(() => ({ body: { status: 200, result, alsoNew: 1 } }));
    expect(await serviceAt(server.url).pipes.get(PIPE_ID)).toEqual(result);
  });

  test('that fails is handled by withResponse alone, with no rejection left over', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const server = await startScriptedServer(() => ({ status: 404, body: PROBLEM }));
    await expect(serviceAt(server.url).pipes.get(PIPE_ID).withResponse()).rejects.toThrow(PenstockError);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('behaves as a promise', async () => {
    const server = await startScriptedServer(() => ({ body: { result: { id: 'p' } } }));
    const { pipes } = serviceAt(server.url);
    let finished = false;
    const mark = () => {
      finished = true;
    };
    expect(await Promise.all([pipes.get('1').finally(mark), pipes.get('2')])).toEqual([
      { id: 'p' },
      { id: 'p' },
    ]);
    expect(finished).toBe(true);
    const failing = serviceAt('http://127.0.0.1:9').pipes.get('1');
    expect(await failing.catch((error: PenstockError) => error.code)).toBe('connection_failed');
  });
});

describe('a failure', () => {
  test('with a problem of the contract has all of it', async () => {
    const error = await errorOf({
      status: 400,
      headers: { 'content-type': 'application/problem+json', 'x-request-id': REQUEST_ID },
      body: PROBLEM,
    });
    expect(error).toMatchObject({
      name: 'BadRequestError',
      operationId: 'getPipe',
      status: 400,
      code: 'validation_failed',
      requestId: REQUEST_ID,
      errors: PROBLEM.errors,
      problem: PROBLEM,
      message: `getPipe: 400 validation_failed: One place of the request is wrong. (request ${REQUEST_ID})`,
    });
  });

  test('with a problem that nobody knows yet is told by its status', async () => {
    const { errors: _, ...body } = { ...PROBLEM, code: 'invented_later' };
    expect(await errorOf({ status: 409, body })).toMatchObject({
      status: 409,
      code: 'invented_later',
      errors: [],
    });
  });

  test.each<[string, ScriptedAnswer]>([
    [
      'HTML of a proxy',
      { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
    ],
    ['an empty body', { status: 500, body: '' }],
    ['broken JSON', { status: 503, body: '{"code":' }],
    ['JSON of another shape', { status: 400, body: { error: 'no' } }],
    ['a JSON string', { status: 400, body: '"no"' }],
    ['null', { status: 400, body: 'null' }],
    ['a problem of another shape', { status: 400, body: { ...PROBLEM, errors: 'many' } }],
    ['200 and HTML', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' }],
    ['200 and an empty body', { status: 200, body: '' }],
    ['200 and broken JSON', { status: 200, body: '{"result":{' }],
    ['200 and no envelope', { status: 200, body: { id: 'p' } }],
    ['200 and null', { status: 200, body: { result: null } }],
    ['204', { status: 204 }],
  ])('with %s is an unexpected answer', async (_, answer) => {
    const error = await errorOf({ ...answer, headers: { ...answer.headers, 'x-request-id': REQUEST_ID } });
    expect(error).toMatchObject({ status: answer.status, code: 'unexpected_answer', requestId: REQUEST_ID });
    expect(error).not.toHaveProperty('problem');
    expect(error.message).not.toMatch(/Bad gateway|Sign in/);
  });

  test('where a page was expected and none came is an unexpected answer', async () => {
    const server = await startScriptedServer(() => ({ body: { result: [{ id: 'd' }] } }));
    const error = await rejection(serviceAt(server.url).dashboards.list());
    expect(error).toMatchObject({ operationId: 'listStackDashboards', code: 'unexpected_answer' });
  });

  test('to connect says why in a code', async () => {
    const error = await rejection(serviceAt('http://127.0.0.1:9').pipes.get(PIPE_ID));
    expect(error).toMatchObject({ status: 0, code: 'connection_failed', requestId: undefined });
    expect(error.message).toMatch(/^getPipe: connection_failed: No whole answer arrived/);
  });

  test('in the middle of the body is a failure to connect', async () => {
    const server = await startScriptedServer((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"result":');
      setTimeout(() => response.destroy(), 10);
      return undefined;
    });
    const error = await rejection(serviceAt(server.url).pipes.get(PIPE_ID));
    expect(error).toMatchObject({ status: 0, code: 'connection_failed' });
  });

  test.each([301, 302, 303, 307, 308])(
    'by redirect %i is not followed, not even to the same origin',
    async (status) => {
      const elsewhere = await startScriptedServer(() => ({ body: { result: { id: 'stolen' } } }));
      const server = await startScriptedServer(() => ({
        status,
        headers: { location: `${elsewhere.url}/take` },
      }));
      const { pipes } = serviceAt(server.url);
      expect(await rejection(pipes.update(PIPE_ID, { name: 'x' }))).toMatchObject({
        status,
        code: 'redirect_refused',
      });
      expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
    },
  );

  test('of the raw layer is its result, and redirects are not followed there either', async () => {
    const server = await startScriptedServer(() => ({
      status: 302,
      headers: { location: 'http://127.0.0.1:9/' },
    }));
    const { raw } = createManagementClient({ baseUrl: server.url, keyId: 'key', keySecret: 'secret' });
    const template = '/v1/organizations/{organizationId}/services/{serviceId}/pipes/{pipeId}';
    const { response, data } = await raw.GET(template, { params: { path: { ...SCOPE, pipeId: PIPE_ID } } });
    expect([response.status, data]).toEqual([302, undefined]);
  });
});

describe('an abort', () => {
  const reason = new Error('changed my mind');

  test('rejects with the reason of the signal, before and during the request', async () => {
    const controller = new AbortController();
    const server = await startScriptedServer(() => {
      controller.abort(reason);
      return undefined;
    });
    const { pipes } = serviceAt(server.url);
    await expect(pipes.get(PIPE_ID, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(pipes.get(PIPE_ID, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('during the body rejects with the reason too', async () => {
    const server = await startScriptedServer((_, response) => {
      response.writeHead(200).write('{');
      return undefined;
    });
    const controller = new AbortController();
    const { pipes } = serviceAt(server.url, {
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        controller.abort(reason);
        return response;
      },
    });
    await expect(pipes.get(PIPE_ID, { signal: controller.signal })).rejects.toBe(reason);
  });
});
