import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import { expectErrorResponse } from './error-response-check.ts';

/** The same key with the same body is a replay, with another body it is 409 (D-12). */
export function idempotencyChecks(described: ContractOperation): Check[] {
  if (described.operation.idempotency !== 'keyed') return [];
  const check = {
    kind: 'generated',
    operationId: described.id,
    needs: ['idempotency'],
    writes: true,
  } as const;
  return [
    {
      ...check,
      id: `generated/${described.id}/200/replayed`,
      title: `${described.id} replays its response to a key`,
      async run(session) {
        const request = {
          operationId: described.id,
          body: await session.exampleBody(described.id),
          headers: { 'idempotency-key': session.unique('replay').replaceAll(' ', '-') },
        };
        const first = await session.send(request);
        const second = await session.send(request);
        const ids = [first, second].map((response) => session.contentOf(response)?.id);
        session.expect(
          second.status === 200 && ids[0] === ids[1],
          'The same key with the same body must replay the first response and create nothing.',
        );
        session.expect(
          second.headers.get('idempotency-replayed') === 'true',
          'A replay must contain the header `Idempotency-Replayed: true`.',
        );
      },
    },
    {
      ...check,
      id: `generated/${described.id}/409/key-reused`,
      title: `${described.id} rejects a key that was used with another body`,
      async run(session) {
        const headers = { 'idempotency-key': session.unique('reuse').replaceAll(' ', '-') };
        const body = await session.exampleBody(described.id);
        await session.send({ operationId: described.id, body, headers });
        const other = { ...body, name: session.unique('Another') };
        const response = await session.send({ operationId: described.id, body: other, headers });
        expectErrorResponse(session, response, { status: 409, code: 'idempotency_key_reused' });
      },
    },
  ];
}
