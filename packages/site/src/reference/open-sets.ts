import type { OpenApiDocument } from '@penstock/contract/documents';
import { schemasOf } from '../contract/openapi.ts';

/** Writes the values that are known today into the description of each open set: Scalar shows closed ones only. */
export function describeOpenSets(document: OpenApiDocument): void {
  for (const [, schema] of schemasOf(document)) {
    const known = schema['x-extensible-enum'];
    if (known === undefined) continue;
    const values = known.map((value) => `\`${value}\``).join(', ');
    Object.assign(schema, { description: `${schema.description ?? ''} Known today: ${values}.` });
  }
}
