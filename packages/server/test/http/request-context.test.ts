import { describe, expect, test } from 'vitest';
import { otherMethods, pathOf, RESPONSE_HEADERS, responseExample } from '../support/examples.ts';
import { serverWith, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('request id', () => {
  test('is the server’s own, on every response, and the same in header, body and context', async () => {
    const seen: string[] = [];
    const server = await serverWith({
      getPipe: (_request, { requestId }) => {
        seen.push(requestId);
        return { status: 200, body: { ...responseExample('getPipe'), requestId }, headers: RESPONSE_HEADERS };
      },
    });
    const headers = { 'x-request-id': 'mine' };
    const responses = [
      await server.call('getPipe', { headers }),
      await server.send({ path: '/nowhere', headers }),
      await server.send({ path: pathOf('getPipe'), headers }),
      await server.call('getPipe', { method: otherMethods('getPipe')[0] ?? '', headers }),
      await server.call('createPipe', { body: '{', headers }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 401, 405, 400]);
    for (const response of responses) {
      expect(response.headers['x-request-id']).toMatch(UUID_V4);
      expect(response.body.requestId).toBe(response.headers['x-request-id']);
    }
    expect(seen).toEqual([responses[0]?.headers['x-request-id']]);
    expect(new Set(responses.map((response) => response.headers['x-request-id'])).size).toBe(
      responses.length,
    );
  });
});
