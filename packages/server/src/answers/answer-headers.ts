import type { Response } from 'express';
import type { DeclaredHeader } from './answer-contract.ts';

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
 * to set, required ones without a value, values that do not fit. Fields that the server has set by then count, too.
 */
export function headerFaults(
  response: Response,
  given: GivenHeaders,
  declared: ReadonlyMap<string, DeclaredHeader>,
): readonly string[] {
  const faults: string[] = [];
  const values = new Map<string, unknown>();
  for (const name in given) {
    if (given[name] === undefined) continue;
    const key = name.toLowerCase();
    if (SERVER_OWNED.has(key) || !declared.has(key)) faults.push(`a header that is not its to set: ${key}`);
    values.set(key, given[name]);
  }
  for (const [name, { required, faultOf }] of declared) {
    const value = values.get(name) ?? response.getHeader(name);
    if (value === undefined) {
      if (required) faults.push(`no value for the required header ${name}`);
      continue;
    }
    const fault = faultOf(String(value));
    if (fault !== undefined) faults.push(`a value of ${name} that ${fault}`);
  }
  return faults;
}
