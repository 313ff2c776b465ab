import { isReference, listedProperties, type OpenApiDocument } from '../read/contract-reader.ts';
import type { SpecifiedFields } from '../read/specified-fields.ts';

/**
 * Writes the mark of each schema to its properties, so that a reader of a bundle needs no rule: a property without `x-decision` is in the
 * specification. Left out are properties that have a mark, that the specification lists, or that are references, because those have
 * the mark of their target. Changes `document`.
 */
export function inheritMarks(document: OpenApiDocument, { groups }: SpecifiedFields): void {
  const given = listedProperties(document, groups);
  for (const schema of Object.values(document.components.schemas ?? {})) {
    const { properties = {}, 'x-decision': decision } = schema;
    if (decision === undefined) continue;
    for (const [name, property] of Object.entries(properties)) {
      if (typeof property === 'boolean' || isReference(property) || 'x-decision' in property) continue;
      if (!given.get(properties)?.has(name)) Object.assign(property, { 'x-decision': decision });
    }
  }
}
