import type { Response } from 'express';
import type { DeclaredResponse } from './declared-responses.ts';

/** Header fields as a handler or a problem passes them. Fields that are undefined are left out. */
export type GivenHeaders = Readonly<Record<string, unknown>>;

/** Set by the server on every response; see `ServerOwnedHeader`. */
const SERVER_OWNED = new Set([
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'content-type',
  'content-length',
]);

/**
 * Returns the violations in the headers of a response, worded for the log: fields that are undeclared or owned by the
 * server, invalid values, and required fields that neither the handler nor the server has set. It runs for every
 * response, so it does not check the fields that the server itself sets.
 */
export function headerViolations(
  response: Response,
  given: GivenHeaders,
  { headers, requiredHeaders }: Pick<DeclaredResponse, 'headers' | 'requiredHeaders'>,
): readonly string[] {
  const violations: string[] = [];
  for (const name in given) {
    if (given[name] === undefined) continue;
    const key = name.toLowerCase();
    const check = SERVER_OWNED.has(key) ? undefined : headers.get(key);
    if (check === undefined) {
      violations.push(`a header that handlers cannot set: ${key}`);
      continue;
    }
    const violation = check(String(given[name]));
    if (violation !== undefined) violations.push(`a value of ${key} that ${violation}`);
  }
  for (const name of requiredHeaders) {
    if (!isGiven(given, name) && !response.hasHeader(name))
      violations.push(`no value for the required header ${name}`);
  }
  return violations;
}

function isGiven(given: GivenHeaders, name: string): boolean {
  for (const candidate in given) {
    if (given[candidate] !== undefined && candidate.toLowerCase() === name) return true;
  }
  return false;
}
