import { caseChecks } from './cases/checks.ts';
import { invalidExampleChecks } from './cases/invalid-examples.ts';
import type { Check } from './check.ts';
import { generatedChecks } from './generated/generated-checks.ts';
import { roundTripChecks } from './round-trips/round-trip-checks.ts';

/** Every check that the kit has, in the order in which they are reported. */
export function allChecks(): readonly Check[] {
  return [...caseChecks(), ...invalidExampleChecks(), ...generatedChecks(), ...roundTripChecks()];
}
