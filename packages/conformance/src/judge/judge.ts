import { problems } from '@penstock/contract';
import { MAX_DEPTH } from '@penstock/contract/requests';
import type { DescribedOperation } from '../described-operation.ts';
import type { Answer } from '../session.ts';
import { headerFaults } from './headers.ts';

/** What is wrong with an answer by the contract alone, a sentence each; none if the contract declares such an answer. */
export function faultsOf(described: DescribedOperation, answer: Answer): string[] {
  const declared = described.answers.get(answer.status);
  if (declared === undefined) return [undeclaredStatus(described, answer)];
  const mediaType = answer.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined || !declared.mediaTypes.includes(mediaType))
    return [
      `A ${answer.status} must be ${declared.mediaTypes.join(' or ')}, and is ${mediaType ?? 'without a Content-Type'}.`,
      ...headerFaults(declared, answer.headers),
    ];
  return [
    ...headerFaults(declared, answer.headers),
    ...bodyFaults(described, answer),
    ...identityFaults(answer),
    ...problemFaults(answer),
  ];
}

function undeclaredStatus({ id, answers }: DescribedOperation, { status, headers }: Answer): string {
  const elsewhere = headers.get('location');
  const where = elsewhere === null ? '' : ` It points to ${elsewhere}, and was not followed.`;
  return `${id} does not declare ${status}; it declares ${[...answers.keys()].join(', ')}.${where}`;
}

/** A property that is only ever sent is a fault for these validators, too. */
function bodyFaults({ validators }: DescribedOperation, { status, body, text }: Answer): string[] {
  if (body === undefined)
    return [`The body, of ${text.length} characters, is not JSON, or goes deeper than ${MAX_DEPTH} levels.`];
  const faults = validators.responses[status]?.(body) ?? [];
  return faults.map(({ pointer, message }) => `In the body, ${pointer || 'the whole'} ${message}.`);
}

/** What the envelope and the header say of one request must be the same. */
function identityFaults({ status, headers, body }: Answer): string[] {
  const faults: string[] = [];
  if (body?.requestId !== undefined && body.requestId !== headers.get('x-request-id'))
    faults.push('`requestId` in the body must be what X-Request-Id says.');
  if (typeof body?.status === 'number' && body.status !== status)
    faults.push(`\`status\` in the body is ${body.status}, and the answer ${status}.`);
  return faults;
}

/** Beyond its schema: the catalogue says which status a code has (D-07). */
function problemFaults({ status, body }: Answer): string[] {
  if (status < 400 || typeof body?.code !== 'string') return [];
  const kind = Object.entries(problems).find(([code]) => code === body.code)?.[1];
  if (kind === undefined) return [`The code ${body.code} is not in the catalogue of problems.`];
  if (kind.status === status) return [];
  return [`The code ${body.code} belongs to ${kind.status}, and the answer is ${status}.`];
}
