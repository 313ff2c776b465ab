import { listResources } from '@penstock/contract';
import type { Check } from '../check.ts';
import { creationChecks } from './creations.ts';
import { leakChecks } from './leaks.ts';
import { updateChecks } from './updates.ts';

/** Returns the checks that everything sent is returned, except secrets, and nothing else. */
export function roundTripChecks(): Check[] {
  return [
    ...listResources().flatMap((resource) => [...creationChecks(resource), ...updateChecks(resource)]),
    ...leakChecks(),
  ];
}
