import type { Rule } from '../rule.ts';
import { type Schema, typesOf } from '../schema.ts';

/** Generators turn the list into a type; what is no list of words they would drop silently. */
export const extensibleEnum: Rule = {
  number: 'P17',
  id: 'extensible-enum',
  visitor(report) {
    return {
      Schema(node, { location }) {
        const schema = node as Schema;
        const values = schema['x-extensible-enum'];
        if (values === undefined) return;
        const at = location.child('x-extensible-enum');
        if (!isListOfWords(values)) {
          report('`x-extensible-enum` is no list of different words. List the known values, each once.', at);
        }
        if (schema.enum !== undefined) {
          report('A set cannot be open and closed. Keep `x-extensible-enum` or `enum`.', at);
        }
        const types = typesOf(schema);
        if (types.length === 1 && types[0] === 'string') return;
        report('`x-extensible-enum` is for strings. Add `type: string`.', at);
      },
    };
  },
};

function isListOfWords(values: unknown): boolean {
  if (!Array.isArray(values) || values.length === 0) return false;
  return values.every((value) => typeof value === 'string') && new Set(values).size === values.length;
}
