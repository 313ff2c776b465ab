import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import { refusalCheck } from './refusal.ts';
import { fittingRequest } from './request.ts';

/** 412 for a change that is based on what was never there (D-11). */
export function entityTagChecks(described: DescribedOperation): Check[] {
  if (!described.operation.headerParameters.includes('If-Match')) return [];
  return [
    refusalCheck(described, {
      name: '412/other-entity-tag',
      title: `${described.id} refuses an If-Match that does not fit`,
      needs: ['entity-tags'],
      refusal: { status: 412, code: 'precondition_failed' },
      request: async (_described, session) => ({
        ...(await fittingRequest(described, session)),
        headers: { 'if-match': '"never-there"' },
      }),
    }),
  ];
}
