import type { Request } from 'express';
import { validationFailed } from './pipeline-problems.ts';
import { MOST_PLACES, parameterWithNul } from './validation-places.ts';

/**
 * Refuses NUL in the parameters of path and query (D-15): PostgreSQL cannot store it, and C ends a text there. Other
 * text that was encoded on purpose, such as `..%2f`, is data: the route was chosen before it was decoded.
 *
 * @throws ProblemError 400 validation_failed.
 */
export function refuseNul({ url, params, query }: Request): void {
  if (!url.includes('%00')) return;
  const names = Object.entries({ ...query, ...params })
    .filter(([, value]) => [value].flat().some((text) => String(text).includes('\0')))
    .map(([name]) => name);
  if (names.length > 0) throw validationFailed(names.slice(0, MOST_PLACES).map(parameterWithNul));
}
