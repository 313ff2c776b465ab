import type { OpenApiDocument } from '@penstock/contract/reader';

/** Adds the known values of each open set to its description, because Scalar displays only closed sets. */
export function describeOpenSets(document: OpenApiDocument): void {
  for (const schema of Object.values(document.components.schemas ?? {})) {
    const known = schema['x-extensible-enum'] as readonly string[] | undefined;
    if (known === undefined) continue;
    const values = known.map((value) => `\`${value}\``).join(', ');
    Object.assign(schema, { description: `${schema.description ?? ''} Known values: ${values}.` });
  }
}
