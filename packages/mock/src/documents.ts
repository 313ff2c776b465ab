import type { OpenApiDocument } from '@penstock/contract/documents';
import { contractDocument } from '@penstock/contract/documents';

/** Both documents, ready for Prism: it would answer with an example of a schema before one of the response itself. */
export function mockDocuments(): OpenApiDocument[] {
  return (['management', 'observability'] as const).map(contractDocument).map(withoutSchemaExamples);
}

function withoutSchemaExamples(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas ?? {}).map(([name, schema]) => {
    const { examples: _, ...rest } = schema as { examples?: unknown };
    return [name, rest];
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}
