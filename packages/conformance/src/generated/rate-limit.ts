import { operations } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { capabilityOf } from '../capability.ts';
import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import type { Answer, ApiRequest, Session } from '../session.ts';
import { listsOf } from '../target/first-contact.ts';
import { expectRefusal } from './refusal.ts';
import { NO_ID, namesTenantAlone } from './request.ts';

/** A higher limit is not used up for a check. */
const HIGHEST_LIMIT = 1000;
const AT_A_TIME = 16;
/** A window may end between its last request and the one that is looked at. */
const MOST_WINDOWS = 3;

/** 429 for one request more than the limit allows, whatever it asks for (D-13). The first one finds the limit, and uses it up. */
export function rateLimitChecks(described: DescribedOperation): Check[] {
  const { id, operation } = described;
  return [
    {
      id: `generated/${id}/429`,
      kind: 'generated',
      title: `${id} refuses more requests than the limit allows`,
      operationId: id,
      needs: ['rate-limit'],
      writes: operation.method !== 'get',
      alone: true,
      async run(session) {
        const answer = await refusedOne(described, session);
        expectRefusal(session, answer, { status: 429, code: 'rate_limit_exceeded' });
      },
    },
  ];
}

async function refusedOne(described: DescribedOperation, session: Session): Promise<Answer> {
  for (let windows = 1; ; windows += 1) {
    await useUp(described, session);
    const answer = await session.send(requestOf(described));
    if (answer.status === 429 || windows === MOST_WINDOWS) return answer;
  }
}

/** Asks for lists, which cost a server little: for that of the same group, because others may be left out. */
async function useUp({ operation }: DescribedOperation, session: Session): Promise<void> {
  const group = capabilityOf(operation);
  const list = listsOf(operation.surface, []).find((id) => capabilityOf(operations[id]) === group);
  if (list === undefined) throw new Error(`${group} has no list.`);
  const request = { operationId: list, takesRateLimit: true };
  const first = await session.send(request);
  if (first.status === 429) return;
  const limit = Number(/;\s*q=(\d+)/.exec(first.headers.get('ratelimit-policy') ?? '')?.[1]);
  if (!(limit <= HIGHEST_LIMIT))
    session.skip(
      Number.isNaN(limit)
        ? 'The server tells no limit in RateLimit-Policy.'
        : `The limit of ${limit} requests is too high to be used up. Run the server with ${HIGHEST_LIMIT} or fewer, or leave out rate-limit.`,
    );
  for (let sent = 0; sent <= limit; sent += AT_A_TIME) {
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => session.send(request)));
    if (answers.some(({ status }) => status === 429)) return;
  }
}

/** Refused before anybody looks at it; if it is not, it finds nothing, or makes something that is deleted. */
function requestOf({ id, operation: { pathParameters } }: DescribedOperation): ApiRequest {
  const [body] = Object.values(requestExamples(id));
  return {
    operationId: id,
    path: namesTenantAlone(pathParameters) ? {} : { [pathParameters.at(-1) ?? '']: NO_ID },
    takesRateLimit: true,
    ...(body === undefined ? {} : { body }),
  };
}
