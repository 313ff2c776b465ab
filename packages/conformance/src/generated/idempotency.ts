import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import { expectRefusal } from './refusal.ts';

/** A key that comes with the same body is a replay, and with another one 409 (D-12). */
export function idempotencyChecks(described: DescribedOperation): Check[] {
  if (described.operation.idempotency !== 'keyed') return [];
  const check = { kind: 'generated', operationId: described.id, needs: ['idempotency'], writes: true } as const;
  return [
    {
      ...check,
      id: `generated/${described.id}/200/replayed`,
      title: `${described.id} replays its answer to a key`,
      async run(session) {
        const request = {
          operationId: described.id,
          body: await session.exampleBody(described.id),
          headers: { 'idempotency-key': session.unique('replay').replaceAll(' ', '-') },
        };
        const first = await session.send(request);
        const second = await session.send(request);
        const ids = [first, second].map((answer) => session.contentOf(answer)?.id);
        session.expect(
          second.status === 200 && ids[0] === ids[1],
          'The same key with the same body must replay the first answer and make nothing new.',
        );
        session.expect(
          second.headers.get('idempotency-replayed') === 'true',
          'A replay must say so with `Idempotency-Replayed: true`.',
        );
      },
    },
    {
      ...check,
      id: `generated/${described.id}/409/key-reused`,
      title: `${described.id} refuses a key that came with another body`,
      async run(session) {
        const headers = { 'idempotency-key': session.unique('reuse').replaceAll(' ', '-') };
        const body = await session.exampleBody(described.id);
        await session.send({ operationId: described.id, body, headers });
        const other = { ...body, name: session.unique('Another') };
        const answer = await session.send({ operationId: described.id, body: other, headers });
        expectRefusal(session, answer, { status: 409, code: 'idempotency_key_reused' });
      },
    },
  ];
}
