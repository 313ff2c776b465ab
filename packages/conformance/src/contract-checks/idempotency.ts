import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import { expectErrorResponse } from './error-response-check.ts';
import { validRequest } from './valid-request.ts';

/** The same key with the same body is a replay, with another body it is 409 (D-12). */
export function idempotencyChecks(described: ContractOperation): Check[] {
  if (described.operation.idempotency !== 'keyed') return [];
  const check = {
    kind: 'generated',
    operationId: described.id,
    needs: ['idempotency'],
    writes: true,
  } as const;
  const replayed: Check = {
    ...check,
    id: `generated/${described.id}/200/replayed`,
    title: `${described.id} replays its response to a key`,
    async run(session) {
      const request = {
        ...(await validRequest(described, session)),
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
  };
  // Without a body, no request with the same key can differ.
  if (described.operation.requestBody === 'none') return [replayed];
  return [
    replayed,
    {
      ...check,
      id: `generated/${described.id}/409/key-reused`,
      title: `${described.id} rejects a key that was used with another body`,
      async run(session) {
        const headers = { 'idempotency-key': session.unique('reuse').replaceAll(' ', '-') };
        const { body, ...request } = await validRequest(described, session);
        await session.send({ ...request, body, headers });
        const other = { ...(body as object), name: session.unique('Another') };
        const response = await session.send({ ...request, body: other, headers });
        expectErrorResponse(session, response, { status: 409, code: 'idempotency_key_reused' });
      },
    },
  ];
}
