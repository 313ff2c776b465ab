import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import { errorResponseCheck } from './error-response-check.ts';
import { validRequest } from './valid-request.ts';

/** 412 for a change that is based on a version that never existed (D-11). */
export function entityTagChecks(described: ContractOperation): Check[] {
  if (!described.operation.headerParameters.includes('If-Match')) return [];
  return [
    errorResponseCheck(described, {
      name: '412/other-entity-tag',
      title: `${described.id} rejects an If-Match that does not match`,
      needs: ['entity-tags'],
      expected: { status: 412, code: 'precondition_failed' },
      request: async (_described, session) => ({
        ...(await validRequest(described, session)),
        headers: { 'if-match': '"never-there"' },
      }),
    }),
  ];
}
