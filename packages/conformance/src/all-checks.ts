import { caseChecks } from './cases/checks.ts';
import type { Check } from './check.ts';
import { generatedChecks } from './generated/generated-checks.ts';

/** Every check that the kit has, in the order in which they are reported. */
export function allChecks(): readonly Check[] {
  return [...caseChecks(), ...generatedChecks()];
}
