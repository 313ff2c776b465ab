import type { Check } from '../check.ts';

/** The checks that follow from the documents alone. */
export function generatedChecks(): readonly Check[] {
  return [];
}
