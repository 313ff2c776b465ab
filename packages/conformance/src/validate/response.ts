import { problems } from '@penstock/contract';
import { MAX_DEPTH } from '@penstock/contract/requests';
import type { ContractOperation } from '../contract-operation.ts';
import type { ApiResponse } from '../session.ts';
import { headerViolations } from './headers.ts';

/** Returns the violations of a response, one sentence each; none if the contract declares such a response. */
export function responseViolations(described: ContractOperation, response: ApiResponse): string[] {
  const declared = described.responses.get(response.status);
  if (declared === undefined) return [undeclaredStatus(described, response)];
  const mediaType = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined || !declared.mediaTypes.includes(mediaType))
    return [
      `A ${response.status} must have the type ${declared.mediaTypes.join(' or ')}, got ${mediaType ?? 'no Content-Type'}.`,
      ...headerViolations(described, response),
    ];
  return [
    ...headerViolations(described, response),
    ...bodyViolations(described, response),
    ...requestIdViolations(response),
    ...problemViolations(response),
  ];
}

function undeclaredStatus({ id, responses }: ContractOperation, { status, headers }: ApiResponse): string {
  const elsewhere = headers.get('location');
  const where = elsewhere === null ? '' : ` It redirects to ${elsewhere}, which was not followed.`;
  return `${id} does not declare ${status}; it declares ${[...responses.keys()].join(', ')}.${where}`;
}

/** These validators also reject write-only properties. */
function bodyViolations({ validators }: ContractOperation, { status, body, text }: ApiResponse): string[] {
  if (body === undefined)
    return [`The body, of ${text.length} characters, is not JSON, or goes deeper than ${MAX_DEPTH} levels.`];
  const errors = validators.responses[status]?.(body) ?? [];
  return errors.map(({ pointer, message }) => `In the body, ${pointer || 'the whole'} ${message}.`);
}

/** The body and the headers of a response must agree. */
function requestIdViolations({ status, headers, body }: ApiResponse): string[] {
  const violations: string[] = [];
  if (body?.requestId !== undefined && body.requestId !== headers.get('x-request-id'))
    violations.push('`requestId` in the body must equal X-Request-Id.');
  if (typeof body?.status === 'number' && body.status !== status)
    violations.push(`\`status\` in the body is ${body.status}, the status of the response ${status}.`);
  return violations;
}

/** Not in its schema: the catalogue defines the status of a code (D-07). */
function problemViolations({ status, body }: ApiResponse): string[] {
  if (status < 400 || typeof body?.code !== 'string') return [];
  const problem = Object.entries(problems).find(([code]) => code === body.code)?.[1];
  if (problem === undefined) return [`The catalogue of problems does not contain the code ${body.code}.`];
  if (problem.status === status) return [];
  return [`The code ${body.code} belongs to ${problem.status}, but the status of the response is ${status}.`];
}
