import type { Rule } from '../rule.ts';
import { componentName, type Schema, typesOf } from '../schema.ts';

/** What has a shape has a name: that of a file, and of a type in every client. */
export const namedSchemas: Rule = {
  number: 'P12',
  id: 'named-schemas',
  visitor(report) {
    const ofHeaders = new Set<unknown>();
    return {
      Header(header) {
        // A header is a text; no generator makes a type of it.
        ofHeaders.add((header as { schema?: unknown }).schema);
      },
      Schema(node, { location }) {
        const schema = node as Schema;
        if (ofHeaders.has(schema) || componentName(location) !== undefined) return;
        const what = unnamed(schema);
        if (what)
          report(`${what} has no name. Put it into a file of components/schemas and refer to it.`, location);
      },
    };
  },
};

function unnamed(schema: Schema): string | undefined {
  if (schema.enum !== undefined) return 'This enum';
  if (schema['x-extensible-enum'] !== undefined) return 'This open enum';
  return typesOf(schema).includes('object') ? 'This object' : undefined;
}
