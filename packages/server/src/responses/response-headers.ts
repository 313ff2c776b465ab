import type { Response } from 'express';
import { requestContextOf } from '../http/request-context.ts';
import type { DeclaredResponse } from './declared-responses.ts';

/** Header fields as a handler or a problem passes them. Fields that are undefined are left out. */
export type GivenHeaders = Readonly<Record<string, unknown>>;

/** Set by the server on every response; see `ServerOwnedHeader`. */
export const SERVER_OWNED: ReadonlySet<string> = new Set([
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'content-type',
  'content-length',
]);

/**
 * Returns the violations in the headers of a response, worded for the log: fields that are undeclared or owned by the
 * server, invalid values, and required fields that neither the handler nor the server has set.
 */
export function headerViolations(
  response: Response,
  given: GivenHeaders,
  { settableHeaders, validateHeaders }: Pick<DeclaredResponse, 'settableHeaders' | 'validateHeaders'>,
): readonly string[] {
  const violations: string[] = [];
  const { requestId, headers: own } = requestContextOf(response);
  const fields: Record<string, unknown> = { 'x-request-id': requestId };
  for (const name in given) {
    if (given[name] === undefined) continue;
    const key = name.toLowerCase();
    if (!settableHeaders.has(key)) violations.push(`a header that handlers cannot set: ${key}`);
    fields[key] = given[name];
  }
  for (const { pointer, code, message } of validateHeaders(fields)) {
    const name = pointer.slice(1);
    if (code !== 'required') violations.push(`an invalid header ${name}: it ${message}`);
    else if (!own.has(name)) violations.push(`no value for the required header ${name}`);
  }
  return violations;
}
