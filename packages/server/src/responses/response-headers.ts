import type { Response } from 'express';
import type { DeclaredResponse } from './declared-responses.ts';

/** Header fields as a handler or a problem gives them. One that is undefined is left out. */
export type GivenHeaders = Readonly<Record<string, unknown>>;

/** Set by the server on every answer; see `ServerOwnedHeader`. */
const SERVER_OWNED = new Set([
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'content-type',
  'content-length',
]);

/**
 * What is wrong with the headers of an answer, in words for the log: fields that are not declared or not the handler's
 * to set, values that do not fit, required fields that neither the handler nor the server has set. Runs for every answer,
 * so what the server sets itself is not looked at again.
 */
export function headerViolations(
  response: Response,
  given: GivenHeaders,
  { headers, requiredHeaders }: Pick<DeclaredResponse, 'headers' | 'requiredHeaders'>,
): readonly string[] {
  const faults: string[] = [];
  for (const name in given) {
    if (given[name] === undefined) continue;
    const key = name.toLowerCase();
    const faultOf = SERVER_OWNED.has(key) ? undefined : headers.get(key);
    if (faultOf === undefined) {
      faults.push(`a header that is not its to set: ${key}`);
      continue;
    }
    const fault = faultOf(String(given[name]));
    if (fault !== undefined) faults.push(`a value of ${key} that ${fault}`);
  }
  for (const name of requiredHeaders) {
    if (!isGiven(given, name) && !response.hasHeader(name))
      faults.push(`no value for the required header ${name}`);
  }
  return faults;
}

function isGiven(given: GivenHeaders, name: string): boolean {
  for (const candidate in given) {
    if (given[candidate] !== undefined && candidate.toLowerCase() === name) return true;
  }
  return false;
}
