import type { Operation } from '@penstock/contract';

const INTEGER = /^-?\d+$/;

/**
 * Whether the parameters of a query can be what the operation asks for: each at most once and not empty, and whole
 * numbers in decimal digits. Prism, which comes later, takes `0x10` for 16 and nothing for a cursor.
 */
export function fitsQuery(query: URLSearchParams, { integerParameters }: Operation): boolean {
  const names = [...query.keys()];
  if (new Set(names).size < names.length) return false;
  return [...query].every(([name, value]) =>
    integerParameters.includes(name) ? isInteger(value) : value !== '',
  );
}

function isInteger(value: string): boolean {
  return INTEGER.test(value) && Number.isSafeInteger(Number(value));
}
