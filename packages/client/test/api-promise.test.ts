import { describe, expect, expectTypeOf, test } from 'vitest';
import { type ApiError, type FailureOf, type NotFoundError, PenstockError, type Pipe } from '../src/index.ts';
import { PIPE_ID, serviceAt, teamAt } from './support/scope.ts';
import { found, problem, scriptedFetch } from './support/scripted-fetch.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const REQUEST_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function pipesResponding(response: Response) {
  return serviceAt('https://penstock.invalid', { fetch: scriptedFetch(response).fetch }).pipes;
}

describe('an API promise', () => {
  test('resolves to the resource, on both surfaces', async () => {
    const server = await startScriptedServer(() => ({ body: { result: { id: 'p' }, data: { id: 'a' } } }));
    expect(await serviceAt(server.url).pipes.get(PIPE_ID)).toEqual({ id: 'p' });
    expect(await teamAt(server.url).alerts.get('a')).toEqual({ id: 'a' });
  });

  test('returns headers, status, request id and ETag with withResponse, and sends one request', async () => {
    const headers = { etag: '"7"', 'x-request-id': REQUEST_ID, 'x-other': 'yes' };
    const server = await startScriptedServer(() => ({ headers, body: { result: { id: 'p' } } }));
    const call = serviceAt(server.url).pipes.get(PIPE_ID);
    const response = await call.withResponse();
    expect(response).toMatchObject({ data: { id: 'p' }, status: 200, requestId: REQUEST_ID, etag: '"7"' });
    expect(response.headers.get('x-other')).toBe('yes');
    expect(await call).toEqual({ id: 'p' });
    expect(server.requests).toHaveLength(1);
  });

  test('leaves no unhandled rejection when withResponse handles the error', async () => {
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', record);
    const pipes = pipesResponding(problem(404));
    await expect(pipes.get(PIPE_ID).withResponse()).rejects.toThrow(PenstockError);
    // Node reports unhandled rejections before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', record);
    expect(unhandled).toEqual([]);
  });

  test('behaves like a promise', async () => {
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

describe('safe()', () => {
  test('returns the data with the response metadata', async () => {
    const result = await pipesResponding(found({ etag: '"7"' }))
      .get(PIPE_ID)
      .safe();
    expect(result).toMatchObject({ ok: true, status: 200, data: { id: 'x' }, etag: '"7"', attempts: 1 });
    expect(result.error).toBeUndefined();
  });

  test('returns a problem of the contract with its status', async () => {
    const result = await pipesResponding(problem(404, {}, 'resource_not_found'))
      .get(PIPE_ID)
      .safe();
    expect(result).toMatchObject({ ok: false, status: 404, error: { code: 'resource_not_found' } });
    expect(result.data).toBeUndefined();
  });

  test.each([
    ['a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 }), 'unexpected_response'],
    ['a redirect', new Response('', { status: 302 }), 'unexpected_redirect'],
    ['an empty response', new Response(''), 'unexpected_response'],
  ])('returns a response outside the contract without a status: %s', async (_, response, code) => {
    expect(await pipesResponding(response).get(PIPE_ID).safe()).toMatchObject({
      ok: false,
      status: undefined,
      error: { code },
    });
  });

  test('returns invalid arguments as values', async () => {
    const { pipes } = serviceAt('https://penstock.invalid', { fetch: scriptedFetch(found()).fetch });
    for (const wrong of [pipes.get('..').safe(), pipes.update('p', {}, { ifMatch: 'a\nb' }).safe()]) {
      expect(await wrong).toMatchObject({ ok: false, error: { name: 'InvalidArgumentError', attempts: 0 } });
    }
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(await pipes.update('p', loop).safe()).toMatchObject({ error: { code: 'invalid_argument' } });
  });

  test('narrows the error by status to the codes that the operation declares', () => {
    void (async () => {
      const result = await pipesResponding(found()).get(PIPE_ID).safe();
      if (result.ok) return expectTypeOf(result.data).toEqualTypeOf<Pipe>();
      if (result.status === 404) {
        expectTypeOf(result.error).toExtend<NotFoundError<string>>();
        expectTypeOf<'resource_not_found'>().toExtend<typeof result.error.code>();
        return;
      }
      // @ts-expect-error: getPipe declares no conflict
      if (result.status === 409) return;
      if (result.status === undefined) return expectTypeOf(result.error).not.toExtend<ApiError>();
      return expectTypeOf(result.error).toExtend<ApiError<number, string>>();
    });
    type Conflict = Extract<FailureOf<'updatePipe'>, { status: 409 }>['error'];
    expectTypeOf<'table_mapping_conflict'>().toExtend<Conflict['code']>();
    type NotFound = Extract<FailureOf<'getAlert'>, { status: 404 }>['error'];
    expectTypeOf<NotFound>().toExtend<{ status: 404 }>();
  });
});
