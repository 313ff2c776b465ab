import type { Rule } from './rule.ts';
import { clearable } from './rules/clearable.ts';
import { componentName } from './rules/component-name.ts';
import { declaredExtensions } from './rules/declared-extensions.ts';
import { descriptions } from './rules/descriptions.ts';
import { discriminator } from './rules/discriminator.ts';
import { exactlyOneOf } from './rules/exactly-one-of.ts';
import { examples } from './rules/examples.ts';
import { extensibleEnum } from './rules/extensible-enum.ts';
import { failureSurface } from './rules/failure-surface.ts';
import { knownDecisions } from './rules/known-decisions.ts';
import { namedSchemas } from './rules/named-schemas.ts';
import { noDefaultInUpdate } from './rules/no-default-in-update.ts';
import { operationId } from './rules/operation-id.ts';
import { operationMarks } from './rules/operation-marks.ts';
import { pagedLists } from './rules/paged-lists.ts';
import { pathSegments } from './rules/path-segments.ts';
import { refAlone } from './rules/ref-alone.ts';
import { requestBounded } from './rules/request-bounded.ts';
import { requestClosed } from './rules/request-closed.ts';
import { rulesBetweenProperties } from './rules/rules.ts';
import { secrets } from './rules/secrets.ts';
import { unitInName } from './rules/unit-in-name.ts';

/** Every rule that Redocly applies, in the order of guidelines/style.md. */
export const rules: readonly Rule[] = [
  componentName,
  operationId,
  failureSurface,
  examples,
  descriptions,
  unitInName,
  refAlone,
  noDefaultInUpdate,
  requestClosed,
  secrets,
  requestBounded,
  namedSchemas,
  pagedLists,
  operationMarks,
  declaredExtensions,
  knownDecisions,
  extensibleEnum,
  exactlyOneOf,
  discriminator,
  clearable,
  pathSegments,
  rulesBetweenProperties,
];
