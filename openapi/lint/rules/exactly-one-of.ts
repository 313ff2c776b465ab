import { isObject, itemsOf } from '../located-node.ts';
import type { Location, Report, Rule } from '../rule.ts';
import type { Schema } from '../schema.ts';

const KEY = 'x-exactly-one-of';

/** Generators turn the list into a union, whose members are optional properties. */
export const exactlyOneOf: Rule = {
  number: 'P19',
  id: 'exactly-one-of',
  visitor(report) {
    return {
      Schema(node, { location }) {
        const schema = node as Schema;
        if (schema[KEY] === undefined) return;
        const at = location.child(KEY);
        if (!isListOfNames(schema[KEY])) {
          report('`x-exactly-one-of` is no list of different names. List two or more properties.', at);
          return;
        }
        if (schema['x-discriminator'] !== undefined)
          report('A schema has one kind of variants. Keep `x-exactly-one-of` or `x-discriminator`.', at);
        judgeMembers(schema, at, report);
      },
    };
  },
};

function judgeMembers(schema: Schema, at: Location, report: Report): void {
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const { node, location } of itemsOf({ node: schema[KEY], location: at })) {
    const name = String(node);
    if (!Object.hasOwn(properties, name))
      report(`The schema has no property \`${name}\`. Declare it, or remove it from the list.`, location);
    else if (required.includes(name))
      report(`\`${name}\` is required, so no other one can be present. Make it optional.`, location);
  }
}

function isListOfNames(names: unknown): boolean {
  if (!Array.isArray(names) || names.length < 2) return false;
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
}
