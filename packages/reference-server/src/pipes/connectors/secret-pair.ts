import type { ErrorEntry } from '@penstock/server';
import { required } from '../../stack/base/error-entries.ts';

/**
 * Checks a user name with its password, or a key id with its key: both halves are required, or neither. `reason`
 * completes "is required …" if the pair itself is required.
 */
export function checkPair(
  pointer: string,
  pair: object | undefined,
  halves: readonly [string, string],
  reason: string | undefined,
): ErrorEntry[] {
  if (pair === undefined) return reason === undefined ? [] : [required(pointer, reason)];
  return halves
    .filter((half) => !Object.hasOwn(pair, half))
    .map((half) => required(`${pointer}/${half}`, 'because none is stored yet'));
}
