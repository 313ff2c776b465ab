import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import { fittingRequest } from './request.ts';

/** The one success that every operation declares (D-02), with the first body that the contract shows. */
export function successChecks(described: DescribedOperation): Check[] {
  return [
    {
      id: `generated/${described.id}/200`,
      kind: 'generated',
      title: `${described.id} answers a request that fits`,
      operationId: described.id,
      needs: [],
      writes: described.operation.method !== 'get',
      async run(session) {
        const answer = await session.send(await fittingRequest(described, session));
        session.expect(answer.status === 200, `Must succeed with 200, and is answered with ${answer.status}.`);
      },
    },
  ];
}
