import { describe, expect, test } from 'vitest';
import { ProblemError } from '../../src/problems/problem.ts';
import { requestExample, responseExample } from '../support/examples.ts';
import { serverWith, useEngine } from '../support/harness.ts';
import { expectNeutral, expectViolation } from '../support/neutral-error.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

const pipeWith = (headers: object) => () => ({ status: 200, body: responseExample('getPipe'), headers });

function unavailableWith(headers: Record<string, string | number>) {
  return () => {
    throw new ProblemError({ code: 'unavailable', detail: 'Wait.', headers });
  };
}

describe('the headers of a response', () => {
  test('leave with text or a number, and what is undefined is left out', async () => {
    const server = await serverWith({
      createPipe: pipeWith({ ETag: '"7"', 'Idempotency-Replayed': undefined }),
      getPipe: unavailableWith({ 'Retry-After': 7 }),
    });
    const created = await server.call('createPipe', { body: requestExample('createPipe') });
    expect(created.status).toBe(200);
    expect(created.headers).toMatchObject({ etag: '"7"' });
    expect(created.headers['idempotency-replayed']).toBeUndefined();
    const unavailable = await server.call('getPipe');
    expect([unavailable.status, unavailable.headers['retry-after']]).toEqual([503, '7']);
  });

  test.each([
    ['that the contract requires is absent', {}, /no value for the required header etag/],
    ['has no value', { ETag: undefined }, /no value for the required header etag/],
    ['does not match its pattern', { ETag: 'W/"7"' }, /an invalid header etag: it must match/],
    [
      'could end the header',
      { ETag: '"7\r\nSet-Cookie: a=b"' },
      /an invalid header etag: it must have no characters that a header field cannot have/,
    ],
    [
      'is not of this status',
      { ETag: '"7"', 'Retry-After': '1' },
      /a header that handlers cannot set: retry-after/,
    ],
    [
      'is the server’s',
      { ETag: '"7"', RateLimit: '"a";r=1;t=1' },
      /a header that handlers cannot set: ratelimit/,
    ],
    [
      'is the transport’s',
      { ETag: '"7"', 'content-type': 'text/html' },
      /a header that handlers cannot set: content-type/,
    ],
  ])('become a 500 if one %s', async (_how, headers, reason) => {
    const { headers: sent } = await expectViolation('getPipe', pipeWith(headers), reason);
    expect(sent).not.toHaveProperty('etag');
    expect(sent).not.toHaveProperty('set-cookie');
  });

  test.each(['soon', '-1', '1.5', '', '1e3'])('become a 500 if a number is %j', async (value) => {
    await expectViolation('getPipe', pipeWith({ ETag: value }), /an invalid header etag/);
    const server = await serverWith({ getPipe: unavailableWith({ 'Retry-After': value }) });
    const { status, headers } = await server.call('getPipe');
    expect([status, headers['retry-after']]).toEqual([500, undefined]);
    expect(server.lines.map(({ message }) => message)).toEqual([
      '503 unavailable: Wait.',
      'The 503 response of getPipe has an invalid header retry-after: it must be integer.',
    ]);
  });

  test('become a 500 if one is none of the values that the contract lists', async () => {
    const server = await serverWith({ createPipe: pipeWith({ ETag: '"7"', 'Idempotency-Replayed': 'no' }) });
    const response = await server.call('createPipe', { body: requestExample('createPipe') });
    expectNeutral(
      response,
      server,
      /an invalid header idempotency-replayed: it must be .*true/,
      'createPipe',
    );
  });
});
