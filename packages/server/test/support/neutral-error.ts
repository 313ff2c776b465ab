import { expect } from 'vitest';
import type { AnyHandler } from '../../src/endpoint.ts';
import { serverWith, type TestServer } from './harness.ts';

type HandlerResponse = Awaited<ReturnType<TestServer['send']>>;

/** Proves that what a handler does becomes the neutral 500, and that the log alone has the reason. */
export async function expectViolation(
  operationId: string,
  handler: AnyHandler,
  reason: RegExp,
): Promise<HandlerResponse> {
  const server = await serverWith({ [operationId]: handler });
  const answer = await server.call(operationId);
  expectNeutral(answer, server, reason, operationId);
  return answer;
}

/** The same for an answer that is there. The log has its reason and nothing else. */
export function expectNeutral(
  { status, headers, body }: HandlerResponse,
  { lines }: TestServer,
  reason: RegExp,
  operationId?: string,
): void {
  expect(status).toBe(500);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body).toMatchObject({ code: 'internal_error', title: 'Internal server error' });
  expect(body.detail).toBe(
    'Something failed that is not your fault. Report the requestId if it happens again.',
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: 'error',
    message: expect.stringMatching(reason),
    fields: { requestId: headers['x-request-id'], operationId },
  });
}
