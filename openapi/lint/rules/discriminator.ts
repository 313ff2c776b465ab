import {
  childAt,
  entriesOf,
  isObject,
  itemsOf,
  type LocatedNode,
  mappingAt,
  mappingBelow,
} from '../located-node.ts';
import type { Report, Resolve, Rule } from '../rule.ts';
import type { Schema } from '../schema.ts';

const KEYS = ['x-discriminator', 'x-variants', 'x-absent-variant'] as const;

/** Generators turn the variants into a union. Whatever they do not list would be a property of every member. */
export const discriminator: Rule = {
  number: 'P20',
  id: 'discriminator',
  visitor(report) {
    return {
      Schema(node, { location, resolve }) {
        const schema = { node: node as Schema, location };
        const key = KEYS.find((name) => schema.node[name] !== undefined);
        if (key === undefined) return;
        const values = valuesOf(schema, resolve);
        if (values === undefined)
          report(
            '`x-discriminator` is no property with an `enum` or `x-extensible-enum`. Name one that has a set of values.',
            location.child(key),
          );
        else judgeVariants(schema, values, report, resolve);
      },
    };
  },
};

function judgeVariants(
  schema: LocatedNode<Schema>,
  values: readonly string[],
  report: Report,
  resolve: Resolve,
): void {
  const variants = childAt(schema, 'x-variants');
  const entries = variants ? entriesOf(variants) : [];
  const missing = values.filter((value) => !entries.some(([name]) => name === value));
  if (missing.length > 0)
    report(
      `\`x-variants\` has no entry for ${missing.join(', ')}. Add one for each value; \`{}\` if it has no properties of its own.`,
      (variants ?? schema).location,
    );
  for (const [name, variant] of entries) {
    if (!values.includes(name))
      report(
        `\`${name}\` is no value of the discriminator. Remove it, or add it to the set.`,
        variant.location,
      );
    judgeVariant(schema, variant, report);
  }
  const own = judgeAbsence(schema, values, report);
  judgeDefaults(schema, [...entries.map(([, variant]) => variant), ...own], report, resolve);
}

/** Returns the variant of an object without the discriminator, if it has one of its own. */
function judgeAbsence(schema: LocatedNode<Schema>, values: readonly string[], report: Report): LocatedNode[] {
  const absent = childAt(schema, 'x-absent-variant');
  const isRequired = namesIn(schema, 'required').includes(String(schema.node['x-discriminator']));
  if (absent === undefined) {
    if (!isRequired)
      report(
        'The discriminator is optional. Require it, or write `x-absent-variant`.',
        schema.location.child('x-discriminator'),
      );
    return [];
  }
  if (isRequired) report('The discriminator is never absent. Remove `x-absent-variant`.', absent.location);
  if (isObject(absent.node)) {
    judgeVariant(schema, absent, report);
    return [absent];
  }
  if (!values.includes(String(absent.node)))
    report(
      '`x-absent-variant` is no value of the discriminator. Name one, or list the properties.',
      absent.location,
    );
  return [];
}

function judgeVariant({ node: schema }: LocatedNode<Schema>, variant: LocatedNode, report: Report): void {
  if (!isVariant(variant.node)) {
    report(
      'A variant is a mapping with the lists `required` and `optional`. Write nothing else into it.',
      variant.location,
    );
    return;
  }
  const properties = isObject(schema.properties) ? schema.properties : {};
  const common = [...(Array.isArray(schema.required) ? schema.required : []), schema['x-discriminator']];
  const seen = new Set<unknown>();
  for (const { node: name, location } of entriesOf(variant).flatMap(([, list]) => itemsOf(list))) {
    if (!Object.hasOwn(properties, String(name)))
      report(`The schema has no property \`${name}\`. Declare it, or remove it from the variant.`, location);
    else if (common.includes(name))
      report(`All variants have \`${name}\`. Remove it from this one.`, location);
    else if (seen.has(name)) report(`The variant lists \`${name}\` twice. Keep one.`, location);
    seen.add(name);
  }
}

/** A validator would add the default to objects that must not have the property. */
function judgeDefaults(
  schema: LocatedNode<Schema>,
  variants: readonly LocatedNode[],
  report: Report,
  resolve: Resolve,
): void {
  const lists = variants.map((variant) => [...namesIn(variant, 'required'), ...namesIn(variant, 'optional')]);
  for (const [name, property] of entriesOf(childAt(schema, 'properties') ?? schema)) {
    const listed = lists.filter((names) => names.includes(name)).length;
    if (listed === 0 || listed === lists.length) continue;
    if (mappingAt(property, resolve)?.node.default === undefined) continue;
    report(
      `\`${name}\` has a default, but only some variants have it. Remove the default.`,
      property.location,
    );
  }
}

/** Returns the values of the discriminating property; undefined if there are none. */
function valuesOf(schema: LocatedNode<Schema>, resolve: Resolve): string[] | undefined {
  const name = schema.node['x-discriminator'];
  if (typeof name !== 'string') return undefined;
  const property = mappingBelow(schema, ['properties', name], resolve)?.node;
  const values = property?.enum ?? property?.['x-extensible-enum'];
  return Array.isArray(values) ? values.map(String) : undefined;
}

function isVariant(node: unknown): boolean {
  if (!isObject(node)) return false;
  return Object.entries(node).every(
    ([key, names]) => (key === 'required' || key === 'optional') && Array.isArray(names),
  );
}

function namesIn({ node }: LocatedNode, key: 'required' | 'optional'): unknown[] {
  const names = isObject(node) ? node[key] : undefined;
  return Array.isArray(names) ? names : [];
}
