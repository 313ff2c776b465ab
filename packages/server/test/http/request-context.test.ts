import { describe, expect, it } from 'vitest';
import { otherMethods, pathOf, RESPONSE_HEADERS, responseExample } from '../support/examples.ts';
import { serverWith } from '../support/harness.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('request id', () => {
  it('is the server’s own, on every answer, and the same in header, body and context', async () => {
    const seen: string[] = [];
    const server = await serverWith({
      getPipe: (_request, { requestId }) => {
        seen.push(requestId);
        return { status: 200, body: { ...responseExample('getPipe'), requestId }, headers: RESPONSE_HEADERS };
      },
    });
    const headers = { 'x-request-id': 'mine' };
    const answers = [
      await server.call('getPipe', { headers }),
      await server.send({ path: '/nowhere', headers }),
      await server.send({ path: pathOf('getPipe'), headers }),
      await server.call('getPipe', { method: otherMethods('getPipe')[0] ?? '', headers }),
      await server.call('createPipe', { body: '{', headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 405, 400]);
    for (const answer of answers) {
      expect(answer.headers['x-request-id']).toMatch(UUID_V4);
      expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
    }
    expect(seen).toEqual([answers[0]?.headers['x-request-id']]);
    expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(answers.length);
  });
});
