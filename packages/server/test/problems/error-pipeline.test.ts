import { resolve } from '@penstock/contract/reader';
import { describe, expect, test } from 'vitest';
import { ProblemError } from '../../src/problems/problem.ts';
import { contractOfPaths, contractWith, requestExample } from '../support/examples.ts';
import { serverWith, startServer, type TestOptions } from '../support/harness.ts';
import { expectNeutral, expectViolation } from '../support/neutral-error.ts';

const FEW = contractOfPaths('getPipe', 'updatePipe');

/** A server whose contract wants something of the problems of this status that they do not have. */
function serverThatRejectsItsOwn(status: number, options: TestOptions = {}) {
  const contract = contractWith(FEW, (document) => {
    const { paths, components } = document;
    const problem = structuredClone(components.schemas.Problem);
    problem.properties.wanted = { type: 'string' };
    problem.required.push('wanted');
    const content = { 'application/problem+json': { schema: problem } };
    for (const { path, method } of FEW.operations) {
      const { responses } = paths[path][method];
      if (responses[status]) responses[status] = { ...resolve<object>(document, responses[status]), content };
    }
  });
  return startServer({ contract, ...options });
}

describe('a problem that a handler throws', () => {
  test('becomes a 500 if its detail is no text', () =>
    expectViolation(
      'getPipe',
      () => {
        throw new ProblemError({ code: 'resource_not_found', detail: 7 as never });
      },
      /The 404 response of getPipe is invalid: .*detail/,
    ));

  test('becomes a 500 if its error entries violate the contract', () =>
    expectViolation(
      'getPipe',
      () => {
        const errors = [{ pointer: '/name', message: 'is wrong' }] as never;
        throw new ProblemError({ code: 'validation_failed', detail: 'It is wrong.', errors });
      },
      /The 400 response of getPipe is invalid: .*code/,
    ));

  test('takes nothing along that the contract does not declare', async () => {
    const { text } = await expectViolation(
      'getPipe',
      () => {
        const errors = [{ pointer: '/password', code: 'too_short', message: 'is short', value: 'hunter2' }];
        throw new ProblemError({ code: 'validation_failed', detail: 'It is wrong.', errors });
      },
      /The 400 response of getPipe has a value at \/errors\/0\/value that the contract does not declare/,
    );
    expect(text).not.toContain('hunter2');
  });

  test('is checked as well if an authenticator or authorizer throws it', async () => {
    const forbidden = () => {
      throw new ProblemError({ code: 'forbidden', detail: 7 as never });
    };
    const authorized = await startServer({ contract: FEW, authorize: forbidden });
    const body = requestExample('updatePipe');
    expectNeutral(
      await authorized.call('updatePipe', { body }),
      authorized,
      /The 403 response of updatePipe is invalid/,
      'updatePipe',
    );
    const authenticated = await startServer({ contract: FEW, security: { basicAuth: forbidden } });
    expectNeutral(
      await authenticated.call('getPipe'),
      authenticated,
      /with the status 403|The 403/,
      'getPipe',
    );
  });

  test('can be returned, and is checked then, too', () =>
    expectViolation(
      'getPipe',
      () => ({ status: 404, body: { status: 404 } }),
      /The 404 response of getPipe is invalid/,
    ));
});

describe('a problem of the server itself', () => {
  test('is checked like every other response', async () => {
    const server = await serverThatRejectsItsOwn(405);
    const response = await server.call('getPipe', { method: 'PUT' });
    expectNeutral(response, server, /The 405 response of \w+ is invalid: .*wanted/);
    expect(response.headers.allow).toBeUndefined();
  });

  test('is checked as well if it ends a request on its way to a handler', async () => {
    const server = await serverThatRejectsItsOwn(429, { rateLimit: { requests: 1, windowSeconds: 3600 } });
    await server.call('getPipe');
    expectNeutral(await server.call('getPipe'), server, /The 429 response of getPipe is invalid/, 'getPipe');
    expect(server.reached).toEqual(['getPipe']);
  });

  test.each([
    [400, /An unknown query parameter of getPipe was not rejected; the status was 500/],
    [401, /getPipe responds with 500 to a request without a credential instead of 401/],
    [404, /an unknown path returns 500 instead of 404/],
    [500, /The 500 response of getPipe is invalid: .*wanted/],
  ])('keeps the server from starting if it is a %i, which the self-test sees', async (status, reason) => {
    await expect(serverThatRejectsItsOwn(status)).rejects.toThrow(reason);
  });
});

describe('a response without its own body', () => {
  test('to HEAD is checked as that to GET', async () => {
    const server = await serverWith({ getPipe: () => ({ status: 200, body: {}, headers: { ETag: '"7"' } }) });
    const response = await server.call('getPipe', { method: 'HEAD' });
    expect([response.status, response.text]).toEqual([500, '']);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(server.lines[0]?.message).toMatch(/The 200 response of getPipe is invalid/);
  });
});

describe('a logger that fails', () => {
  test.each([
    ['an error', new Error('the disk is full'), 'The logger failed: the disk is full'],
    ['what is no error', Object.create(null), 'The logger failed: it did not throw an Error'],
  ])('does not decide what the caller gets: with %s', async (_what, failure, message) => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    const broken = () => {
      throw failure;
    };
    const logger = { debug: broken, info: broken, warn: broken, error: broken };
    const handlers = { getPipe: broken };
    const server = await startServer({ contract: FEW, logger, handlers });
    const response = await server.call('getPipe');
    expect([response.status, response.body.code]).toEqual([500, 'internal_error']);
    expect(response.text).not.toContain('disk');
    expect((await warned).message).toBe(message);
  });
});
