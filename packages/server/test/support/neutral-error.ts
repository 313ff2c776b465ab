import { expect } from 'vitest';
import type { AnyHandler } from '../../src/endpoint.ts';
import { serverWith, type TestServer } from './harness.ts';

type HandlerResponse = Awaited<ReturnType<TestServer['send']>>;

/** Expects that a handler causes the neutral 500, and that only the log has the reason. */
export async function expectViolation(
  operationId: string,
  handler: AnyHandler,
  reason: RegExp,
): Promise<HandlerResponse> {
  const server = await serverWith({ [operationId]: handler });
  const response = await server.call(operationId);
  expectNeutral(response, server, reason, operationId);
  return response;
}

/** The same for a response that was received. The log has its reason and nothing else. */
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
    'The server failed to process the request. Retry, and report the requestId if it fails again.',
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: 'error',
    message: expect.stringMatching(reason),
    fields: { requestId: headers['x-request-id'], operationId },
  });
}
