import { bodySchemas, operationsOf } from '../operation.ts';
import { childAt } from '../place.ts';
import type { Rule } from '../rule.ts';
import { isNumeric, type Schema, schemasFrom, typesOf } from '../schema.ts';

const BOUNDED_FORMATS = new Set(['uuid', 'date-time', 'date', 'time', 'ipv4', 'ipv6']);

/** What a caller may send has a size, so that its cost has one. */
export const requestBounded: Rule = {
  number: 'P11',
  id: 'request-bounded',
  visitor(report) {
    return {
      Root(root, context) {
        const seen = new Set<object>();
        for (const operation of operationsOf(root, context)) {
          const sent = [
            ...bodySchemas(operation, context.resolve),
            ...operation.parameters.flatMap((parameter) => childAt(parameter, 'schema') ?? []),
          ];
          for (const start of sent) {
            for (const { node, location } of schemasFrom(start, context.resolve, seen)) {
              const missing = missingBounds(node);
              if (missing) report(`A request may hold ${missing}`, location);
            }
          }
        }
      },
    };
  },
};

function missingBounds(schema: Schema): string | undefined {
  if ('enum' in schema || 'const' in schema) return undefined;
  const types = typesOf(schema);
  const has = (...keys: string[]) => keys.some((key) => schema[key] !== undefined);
  if (types.includes('string') && !has('maxLength') && !BOUNDED_FORMATS.has(String(schema.format))) {
    return 'a string of any length. Write `maxLength`.';
  }
  if (types.includes('array') && !has('maxItems')) return 'a list of any length. Write `maxItems`.';
  const isBounded = has('minimum', 'exclusiveMinimum') && has('maximum', 'exclusiveMaximum');
  if (isNumeric(schema) && !isBounded) return 'a number of any size. Write `minimum` and `maximum`.';
  return undefined;
}
