import type { Check } from '../check.ts';
import { RESOURCE_KINDS } from '../resource-kind.ts';
import { creationChecks } from './creations.ts';
import { leakChecks } from './leaks.ts';
import { updateChecks } from './updates.ts';

/** What goes in comes out, nothing else does, and no secret ever. */
export function roundTripChecks(): Check[] {
  return [
    ...RESOURCE_KINDS.flatMap((kind) => [...creationChecks(kind), ...updateChecks(kind)]),
    ...leakChecks(),
  ];
}
