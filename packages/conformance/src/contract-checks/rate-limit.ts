import { operations } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { groupOf } from '../capability.ts';
import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import type { ApiRequest, ApiResponse, Session } from '../session.ts';
import { listOperations } from '../target/connection-check.ts';
import { expectErrorResponse } from './error-response-check.ts';
import { unknownPath } from './valid-request.ts';

/** A higher limit would take too many requests. */
const MAX_LIMIT = 1000;
const AT_A_TIME = 16;
/** A window may end before the last request is sent. */
const MAX_WINDOWS = 3;

/** 429 for one request above the limit, whatever its kind (D-13). The first check reads the limit and uses it up. */
export function rateLimitChecks(described: ContractOperation): Check[] {
  const { id, operation } = described;
  return [
    {
      id: `generated/${id}/429`,
      kind: 'generated',
      title: `${id} rejects requests above the limit`,
      operationId: id,
      needs: ['rate-limit'],
      writes: operation.method !== 'get',
      alone: true,
      async run(session) {
        const response = await rateLimitedResponse(described, session);
        expectErrorResponse(session, response, { status: 429, code: 'rate_limit_exceeded' });
      },
    },
  ];
}

async function rateLimitedResponse(described: ContractOperation, session: Session): Promise<ApiResponse> {
  for (let windows = 1; ; windows += 1) {
    await useUp(described, session);
    const response = await session.send(requestOf(described));
    if (response.status === 429 || windows === MAX_WINDOWS) return response;
  }
}

/** Lists are cheap. The list is one of the same group if it has one, because a server may not have the others. */
async function useUp({ operation }: ContractOperation, session: Session): Promise<void> {
  const lists = listOperations(operation.surface, []);
  const list = lists.find((id) => groupOf(operations[id]) === groupOf(operation)) ?? lists[0];
  if (list === undefined) throw new Error(`${operation.surface} has no list.`);
  const request = { operationId: list, takesRateLimit: true };
  const first = await session.send(request);
  if (first.status === 429) return;
  const limit = Number(/;\s*q=(\d+)/.exec(first.headers.get('ratelimit-policy') ?? '')?.[1]);
  if (!(limit <= MAX_LIMIT))
    session.skip(
      Number.isNaN(limit)
        ? 'The server sends no limit in RateLimit-Policy.'
        : `The limit of ${limit} requests is too high for this check. Lower it to ${MAX_LIMIT} or less, or exclude rate-limit.`,
    );
  for (let sent = 0; sent <= limit; sent += AT_A_TIME) {
    const responses = await Promise.all(Array.from({ length: AT_A_TIME }, () => session.send(request)));
    if (responses.some(({ status }) => status === 429)) return;
  }
}

/** Rejected before any other check of the server. If it is not, it finds nothing, or creates a resource that is deleted. */
function requestOf({ id, operation: { pathParameters } }: ContractOperation): ApiRequest {
  const [body] = Object.values(requestExamples(id));
  return {
    operationId: id,
    path: unknownPath(pathParameters),
    takesRateLimit: true,
    ...(body === undefined ? {} : { body }),
  };
}
