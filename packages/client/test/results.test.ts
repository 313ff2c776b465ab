import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  ApiError,
  BadRequestError,
  ConflictError,
  type FailureOf,
  ForbiddenError,
  NotFoundError,
  PenstockError,
  type Pipe,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  UnauthenticatedError,
} from '../src/index.ts';
import { PIPE_ID, serviceAt } from './scope.ts';
import { found, problem, scriptedFetch } from './scripted-fetch.ts';

const BASE = 'https://penstock.invalid';

function pipesAnswering(answer: Response) {
  return serviceAt(BASE, { fetch: scriptedFetch(answer).fetch }).pipes;
}

describe('each status has its class', () => {
  test.each([
    [400, BadRequestError],
    [401, UnauthenticatedError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [405, ApiError],
    [409, ConflictError],
    [412, PreconditionFailedError],
    [413, ApiError],
    [418, ApiError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServiceUnavailableError],
    [599, ServerError],
  ] as const)('%i is %o', async (status, ErrorClass) => {
    const error = await pipesAnswering(problem(status))
      .get(PIPE_ID)
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(ErrorClass);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(PenstockError);
    expect(error).toMatchObject({ name: ErrorClass.name, status, code: 'some_code', attempts: 1 });
    expect(error instanceof ServerError).toBe(status >= 500);
    expect(Object.keys(error)).not.toContain('name');
  });

  test('and says when the server takes the next request', async () => {
    const answer = problem(429, { 'retry-after': '4' });
    await expect(pipesAnswering(answer).get(PIPE_ID)).rejects.toMatchObject({ retryAfterMs: 4_000 });
  });
});

describe('safe()', () => {
  test('gives an answer with all of it', async () => {
    const result = await pipesAnswering(found({ etag: '"7"' }))
      .get(PIPE_ID)
      .safe();
    expect(result).toMatchObject({ ok: true, status: 200, data: { id: 'x' }, etag: '"7"', attempts: 1 });
    expect(result.error).toBeUndefined();
  });

  test('gives a problem of the contract by its status', async () => {
    const result = await pipesAnswering(problem(404, {}, 'resource_not_found'))
      .get(PIPE_ID)
      .safe();
    expect(result).toMatchObject({ ok: false, status: 404, error: { code: 'resource_not_found' } });
    expect(result.data).toBeUndefined();
  });

  test.each([
    ['a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 }), 'unexpected_answer'],
    ['a redirect', new Response('', { status: 302 }), 'redirect_refused'],
    ['an empty answer', new Response(''), 'unexpected_answer'],
  ])('gives what is none of the contract without a status: %s', async (_, answer, code) => {
    expect(await pipesAnswering(answer).get(PIPE_ID).safe()).toMatchObject({
      ok: false,
      status: undefined,
      error: { code },
    });
  });

  test('gives wrong arguments as values too', async () => {
    const { pipes } = serviceAt(BASE, { fetch: scriptedFetch(found()).fetch });
    for (const wrong of [pipes.get('..').safe(), pipes.update('p', {}, { ifMatch: 'a\nb' }).safe()]) {
      expect(await wrong).toMatchObject({ ok: false, error: { name: 'InvalidArgumentError', attempts: 0 } });
    }
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(await pipes.update('p', loop).safe()).toMatchObject({ error: { code: 'invalid_argument' } });
  });

  test('narrows the error by the status to what the operation declares', () => {
    void (async () => {
      const result = await pipesAnswering(found()).get(PIPE_ID).safe();
      if (result.ok) return expectTypeOf(result.data).toEqualTypeOf<Pipe>();
      if (result.status === 404) {
        expectTypeOf(result.error).toExtend<NotFoundError<string>>();
        expectTypeOf<'resource_not_found'>().toExtend<typeof result.error.code>();
        return;
      }
      // @ts-expect-error: reading a pipe cannot be a conflict
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
