import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import { validRequest } from './valid-request.ts';

/** The one success that every operation declares (D-02), with the first request example. */
export function successChecks(described: ContractOperation): Check[] {
  return [
    {
      id: `generated/${described.id}/200`,
      kind: 'generated',
      title: `${described.id} accepts a valid request`,
      operationId: described.id,
      needs: [],
      writes: described.operation.method !== 'get',
      async run(session) {
        const response = await session.send(await validRequest(described, session));
        session.expect(response.status === 200, `Must succeed with 200, got ${response.status}.`);
      },
    },
  ];
}
