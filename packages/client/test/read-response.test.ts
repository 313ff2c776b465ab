import { describe, expect, test } from 'vitest';
import {
  ApiError,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  PenstockError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  UnauthenticatedError,
} from '../src/index.ts';
import { rejectionOf } from './support/rejection.ts';
import { PIPE_ID, serviceAt } from './support/scope.ts';
import { problem, scriptedFetch } from './support/scripted-fetch.ts';
import { type ScriptedResponse, startScriptedServer } from './support/scripted-server.ts';

const REQUEST_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const PROBLEM = {
  type: 'urn:penstock:problem:validation_failed',
  title: 'The request is invalid',
  status: 400,
  detail: 'One field is invalid.',
  instance: `urn:uuid:${REQUEST_ID}`,
  code: 'validation_failed',
  requestId: REQUEST_ID,
  errors: [{ pointer: '/name', code: 'invalid_length', message: 'must not be empty' }],
};

function pipesResponding(response: Response) {
  return serviceAt('https://penstock.invalid', { fetch: scriptedFetch(response).fetch }).pipes;
}

async function errorOf(response: ScriptedResponse): Promise<PenstockError> {
  const server = await startScriptedServer(() => response);
  return rejectionOf(serviceAt(server.url).pipes.get(PIPE_ID));
}

test('keeps properties and values that the contract does not have yet', async () => {
  const result = { id: 'p', state: 'Hibernating', invented: { later: true } };
  const server = await startScriptedServer(() => ({ body: { status: 200, result, alsoNew: 1 } }));
  expect(await serviceAt(server.url).pipes.get(PIPE_ID)).toEqual(result);
});

describe('a problem response', () => {
  test('becomes an error with all fields of the problem', async () => {
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
      message: `getPipe: 400 validation_failed: One field is invalid. (request ${REQUEST_ID})`,
    });
  });

  test('with an unknown code becomes the error class of its status', async () => {
    const { errors: _, ...body } = { ...PROBLEM, code: 'invented_later' };
    expect(await errorOf({ status: 409, body })).toMatchObject({
      status: 409,
      code: 'invented_later',
      errors: [],
    });
  });

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
  ] as const)('with status %i becomes %o', async (status, ErrorClass) => {
    const error = await pipesResponding(problem(status))
      .get(PIPE_ID)
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(ErrorClass);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(PenstockError);
    expect(error).toMatchObject({ name: ErrorClass.name, status, code: 'some_code', attempts: 1 });
    expect(error instanceof ServerError).toBe(status >= 500);
    expect(Object.keys(error)).not.toContain('name');
  });

  test('has the time of the next retry', async () => {
    const response = problem(429, { 'retry-after': '4' });
    await expect(pipesResponding(response).get(PIPE_ID)).rejects.toMatchObject({ retryAfterMs: 4_000 });
  });
});

describe('a response outside the contract', () => {
  test.each<[string, ScriptedResponse]>([
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
  ])('is an unexpected response: %s', async (_, response) => {
    const error = await errorOf({
      ...response,
      headers: { ...response.headers, 'x-request-id': REQUEST_ID },
    });
    expect(error).toMatchObject({
      status: response.status,
      code: 'unexpected_response',
      requestId: REQUEST_ID,
    });
    expect(error).not.toHaveProperty('problem');
    expect(error.message).not.toMatch(/Bad gateway|Sign in/);
  });

  test('is an unexpected response: no page for a list', async () => {
    const server = await startScriptedServer(() => ({ body: { result: [{ id: 'd' }] } }));
    const error = await rejectionOf(serviceAt(server.url).dashboards.list());
    expect(error).toMatchObject({ operationId: 'listStackDashboards', code: 'unexpected_response' });
  });
});
