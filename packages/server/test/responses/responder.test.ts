import { request as sendRequest } from 'node:http';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { penstockContract } from '../../src/contract.ts';
import type { OperationContext, Principal } from '../../src/handler.ts';
import { notImplemented, notImplementedGroup } from '../../src/problems/not-implemented.ts';
import { ProblemError } from '../../src/problems/problem.ts';
import { contractOfPaths, pathOf, RESPONSE_HEADERS, responseExample } from '../support/examples.ts';
import { credentialFor, type Handlers, serverWith, startServer } from '../support/harness.ts';
import { expectViolation } from '../support/neutral-error.ts';

type GetPipe = NonNullable<Handlers['getPipe']>;

async function ask(getPipe: GetPipe) {
  const server = await serverWith({ getPipe });
  return { ...(await server.call('getPipe')), lines: [...server.lines] };
}

const neutral500 = (getPipe: GetPipe, reason: RegExp) => expectViolation('getPipe', getPipe, reason);

const good = () => responseExample('getPipe');

describe('responses of handlers', () => {
  test('passes declared headers on', async () => {
    const { status, headers } = await ask(() => ({ status: 200, body: good(), headers: { ETag: '"7"' } }));
    expect([status, headers.etag]).toEqual([200, '"7"']);
  });

  test('turns an undeclared status into a 500 and logs it', () =>
    neutral500(
      () => ({ status: 201, body: good() }),
      /getPipe returned the status 201, which it does not declare/,
    ));

  test('reads a response once, so that it cannot change after its check', async () => {
    const statuses = [200, 299];
    const { status } = await ask(() => ({
      get status() {
        return statuses.shift();
      },
      body: good(),
      headers: RESPONSE_HEADERS,
    }));
    expect(status).toBe(200);
  });

  test('turns a response without a status into a 500', async () => {
    await neutral500(() => undefined, /getPipe returned no status/);
    await neutral500(() => ({ body: good() }), /getPipe returned no status/);
  });

  test('turns undeclared headers into a 500', async () => {
    await neutral500(() => ({ status: 200, body: good(), headers: { 'Set-Cookie': 'a=b' } }), /set-cookie/);
    await neutral500(
      () => ({ status: 200, body: good(), headers: { 'X-Request-Id': 'mine' } }),
      /x-request-id/,
    );
  });

  test('turns a missing body into a 500', () =>
    neutral500(() => ({ status: 200, headers: RESPONSE_HEADERS }), /lacks its body/));

  test('turns an invalid body into a 500 and keeps the reason in the log', async () => {
    const { text } = await neutral500(
      () => ({ status: 200, body: { ...good(), result: { id: 'hunter2' } }, headers: RESPONSE_HEADERS }),
      /The 200 response of getPipe is invalid: .*result/,
    );
    expect(text).not.toMatch(/hunter2|result|uuid"/);
  });

  test('also checks responses from 500 on', async () => {
    await neutral500(
      () => ({ status: 503, body: { status: 503 }, headers: { 'Retry-After': '5' } }),
      /The 503 response of getPipe is invalid/,
    );
    const problem = {
      type: 'urn:penstock:problem:unavailable',
      title: 'The service is unavailable',
      status: 503,
      detail: 'Wait.',
      instance: 'urn:uuid:7c9e6679-7425-40de-944b-e07fc1f90ae7',
      code: 'unavailable',
      requestId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    };
    const response = await ask(() => ({ status: 503, body: problem, headers: { 'Retry-After': '5' } }));
    expect([response.status, response.headers['content-type']]).toEqual([503, 'application/problem+json']);
  });
});

describe('operations that are left out on purpose', () => {
  test.each([
    ['by name', notImplemented('getPipe')],
    ['with their group', notImplementedGroup('management', 'pipes')],
  ])('respond with 501 %s, and log no error', async (_how, { getPipe }) => {
    const { status, headers, body, lines } = await ask(getPipe);
    expect(status).toBe(501);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body).toMatchObject({ code: 'not_implemented', status: 501, requestId: headers['x-request-id'] });
    expect(lines).toEqual([]);
  });

  test('are all of their group and no others', () => {
    const alerts = penstockContract.operations.filter(
      ({ surface, tag }) => surface === 'observability' && tag === 'alerts',
    );
    const handlers = notImplementedGroup('observability', 'alerts');
    expect(Object.keys(handlers)).toEqual(alerts.map(({ operationId }) => operationId));
    const untyped = notImplementedGroup as (surface: string, group: string) => unknown;
    expect(() => untyped('observability', 'pipes')).toThrow('The surface observability has no group pipes.');
  });
});

describe('what handlers throw', () => {
  test('sends a ProblemError as it is', async () => {
    const { status, headers, body, lines } = await ask(() => {
      throw new ProblemError({
        code: 'resource_not_found',
        detail: 'Nothing with these ids is visible to this credential.',
        errors: [{ parameter: 'pipeId', code: 'unknown', message: 'is not known' }],
      });
    });
    expect(status).toBe(404);
    expect(body).toEqual({
      type: 'urn:penstock:problem:resource_not_found',
      title: 'The resource does not exist',
      status: 404,
      detail: 'Nothing with these ids is visible to this credential.',
      instance: `urn:uuid:${headers['x-request-id']}`,
      code: 'resource_not_found',
      requestId: headers['x-request-id'],
      errors: [{ parameter: 'pipeId', code: 'unknown', message: 'is not known' }],
    });
    expect(lines).toEqual([]);
  });

  test('sends declared headers of a ProblemError and keeps its cause in the log', async () => {
    const { status, headers, text, lines } = await ask(() => {
      throw new ProblemError({
        code: 'unavailable',
        detail: 'Wait.',
        headers: { 'Retry-After': '7' },
        cause: new Error('SELECT secret FROM keys'),
      });
    });
    expect([status, headers['retry-after']]).toEqual([503, '7']);
    expect(text).not.toContain('SELECT');
    expect(lines[0]).toMatchObject({ level: 'error', message: 'SELECT secret FROM keys' });
  });

  test('turns a ProblemError with an undeclared status or header into a 500 and logs it', async () => {
    await neutral500(() => {
      throw new ProblemError({ code: 'pipe_state_conflict', detail: 'A GET cannot conflict.' });
    }, /getPipe threw a problem with the status 409 \(pipe_state_conflict\)/);
    await neutral500(() => {
      const headers = { 'Set-Cookie': 'a' };
      throw new ProblemError({ code: 'resource_not_found', detail: 'Nothing is here.', headers });
    }, /a header that handlers cannot set: set-cookie/);
    await neutral500(() => {
      throw new ProblemError({ code: 'teapot' as 'forbidden', detail: 'short and stout' });
    }, /teapot is not a problem code of the contract/);
  });

  test.each([
    ['an error', new Error('SELECT secret FROM keys')],
    [
      'an error with a status of its own',
      Object.assign(new Error('SELECT secret'), { status: 404, expose: true }),
    ],
    ['a string', 'SELECT secret'],
    ['nothing', undefined],
    ['null', null],
    ['an object without a prototype', Object.create(null)],
    ['the word with which Express leaves a route', 'route'],
    ['the word with which Express leaves a router', 'router'],
    [
      'an error that cannot be looked at',
      new Proxy(new Error('SELECT secret'), {
        getPrototypeOf() {
          throw new Error('It looks back.');
        },
      }),
    ],
  ])('turns %s into a neutral 500', async (_name, thrown) => {
    const { status, headers, text, lines } = await ask(async () => {
      throw thrown;
    });
    expect([status, headers['content-type']]).toEqual([500, 'application/problem+json']);
    expect(text).not.toContain('SELECT');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.level).toBe('error');
  });

  test('turns a failing authenticator into a 500, never into access', async () => {
    let basicAuth: () => unknown = () => undefined;
    const contract = contractOfPaths('getPipe');
    const server = await startServer({ contract, security: { basicAuth: () => basicAuth() } });
    const broken = [() => Promise.reject(new Error('database gone')), () => ({ name: 'no id' }), () => true];
    for (basicAuth of broken) expect((await server.call('getPipe')).status).toBe(500);
    expect(server.reached).toEqual([]);
  });
});

/** A request to getPipe whose client has gone while its handler works. */
async function abandonedPipe() {
  const started = Promise.withResolvers<OperationContext<Principal>>();
  const closed = Promise.withResolvers<void>();
  const work = Promise.withResolvers<never>();
  const logged = Promise.withResolvers<{ level: string; message: string }>();
  const at = (level: string) => (_fields: object, message: string) => logged.resolve({ level, message });
  const server = await startServer({
    contract: contractOfPaths('getPipe'),
    logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    handlers: {
      getPipe: (_request, context) => {
        started.resolve(context);
        return work.promise;
      },
    },
    mount: (app) =>
      express().use((_request, response, next) => {
        response.once('close', closed.resolve);
        next();
      }, app),
  });
  const request = sendRequest(`${server.url}${pathOf('getPipe')}`, {
    headers: { authorization: credentialFor('management') },
  });
  request.on('error', () => undefined).end();
  const context = await started.promise;
  request.destroy();
  await closed.promise;
  return { context, fail: work.reject, logged: logged.promise };
}

describe('the context', () => {
  test('has the principal and a logger that knows the request', async () => {
    const server = await serverWith({
      getPipe: (_request, { principal, logger }) => {
        logger.info({ more: 1 }, `hello ${principal.id}`);
        return { status: 200, body: good(), headers: RESPONSE_HEADERS };
      },
    });
    const response = await server.call('getPipe');
    expect(server.lines).toEqual([
      {
        level: 'info',
        message: 'hello key-1',
        fields: { requestId: response.headers['x-request-id'], operationId: 'getPipe', more: 1 },
      },
    ]);
  });

  test('aborts its signal when the client goes away, and only then', async () => {
    const aborted = Promise.withResolvers<unknown>();
    const started = Promise.withResolvers<void>();
    const server = await serverWith({
      getPipe: (_request, { signal }) => {
        signal.addEventListener('abort', () => aborted.resolve(signal.reason));
        started.resolve();
        return aborted.promise.then(() => ({ status: 200, body: good(), headers: RESPONSE_HEADERS }));
      },
    });
    const request = sendRequest(`${server.url}${pathOf('getPipe')}`, {
      headers: { authorization: credentialFor('management') },
    });
    request.on('error', () => undefined).end();
    await started.promise;
    request.destroy();
    expect(await aborted.promise).toBeInstanceOf(Error);

    let signal: AbortSignal | undefined;
    const calm = await serverWith({
      getPipe: (_request, context) => {
        signal = context.signal;
        return { status: 200, body: good(), headers: RESPONSE_HEADERS };
      },
    });
    await calm.call('getPipe');
    await calm.call('getAlert');
    expect(signal?.aborted).toBe(false);
  });

  test('has an aborted signal if it is first read after the client disconnected', async () => {
    const { context } = await abandonedPipe();
    expect(context.signal.aborted).toBe(true);
  });

  test('lets a handler give up when the client went away, which is no failure', async () => {
    const { context, fail, logged } = await abandonedPipe();
    fail(context.signal.reason);
    expect(await logged).toMatchObject({
      level: 'info',
      message: 'The client disconnected before the response.',
    });
  });

  test('has the principal, and returns the same signal and logger each time', async () => {
    const server = await serverWith({
      getPipe: (_request, context) => {
        expect(context.principal).toEqual({ id: 'key-1' });
        expect(context.clientAddress).toBe('127.0.0.1');
        expect(context.signal).toBe(context.signal);
        expect(context.logger).toBe(context.logger);
        return { status: 200, body: good(), headers: RESPONSE_HEADERS };
      },
    });
    expect((await server.call('getPipe')).status).toBe(200);
    expect(server.lines).toEqual([]);
  });
});
