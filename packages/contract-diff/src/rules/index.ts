import { authenticationRemoved } from './authentication-removed.ts';
import { componentRenamed } from './component-renamed.ts';
import { contentSchemaChanged } from './content-schema-changed.ts';
import { defaultChanged } from './default-changed.ts';
import { discriminatorChanged } from './discriminator-changed.ts';
import { exactlyOneOfChanged } from './exactly-one-of-changed.ts';
import { openSetValueRemoved } from './open-set-value-removed.ts';
import { pathParameterRenamed } from './path-parameter-renamed.ts';
import { problemStatusChanged } from './problem-status-changed.ts';
import { propertyLeftDirection } from './property-left-direction.ts';
import { repeatLessHarmless } from './repeat-less-harmless.ts';
import { requestPropertyRemoved } from './request-property-removed.ts';
import { responseHeaderOptional } from './response-header-optional.ts';
import type { Rule } from './rule.ts';
import { stabilityLowered } from './stability-lowered.ts';
import { variantsNarrowed } from './variants-narrowed.ts';

/** Breaking changes that `redocly diff` does not report, one rule per file. */
export const rules: readonly Rule[] = [
  authenticationRemoved,
  componentRenamed,
  contentSchemaChanged,
  defaultChanged,
  discriminatorChanged,
  exactlyOneOfChanged,
  openSetValueRemoved,
  pathParameterRenamed,
  problemStatusChanged,
  propertyLeftDirection,
  repeatLessHarmless,
  requestPropertyRemoved,
  responseHeaderOptional,
  stabilityLowered,
  variantsNarrowed,
];
