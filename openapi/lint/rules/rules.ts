import { childAt, entriesOf, isObject, itemsOf, type LocatedNode, mappingAt } from '../located-node.ts';
import type { Report, Resolve, Rule } from '../rule.ts';
import type { Schema } from '../schema.ts';

const KEY = 'x-rules';
const PARTS = ['condition', 'message', 'when', 'must'];
const KEYWORDS = [
  ...['required', 'properties', 'propertyNames', 'items', 'const', 'enum', 'not', 'anyOf'],
  ...['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'pattern'],
];

/** The validators check these rules, and ignore every keyword that they do not know. */
export const rulesBetweenProperties: Rule = {
  number: 'P24',
  id: 'rules',
  visitor(report) {
    return {
      Schema(node, { location, resolve }) {
        const schema = { node: node as Schema, location };
        const list = childAt(schema, KEY);
        if (list === undefined) return;
        if (schema.node.additionalProperties !== false)
          report('Only a closed object has rules. Write `additionalProperties: false`.', list.location);
        if (!Array.isArray(list.node) || list.node.length === 0)
          report('`x-rules` is no list of rules. List one or more.', list.location);
        for (const rule of itemsOf(list)) judgeRule(rule, schema, report, resolve);
      },
    };
  },
};

function judgeRule(rule: LocatedNode, schema: LocatedNode<Schema>, report: Report, resolve: Resolve): void {
  const { node } = rule;
  const texts = isObject(node)
    ? ['condition', 'message'].filter((name) => typeof node[name] === 'string')
    : [];
  if (!isObject(node) || node.must === undefined || texts.length !== 1) {
    report(
      'A rule is a mapping with `must`, and either `condition` or `message`. Complete it.',
      rule.location,
    );
    return;
  }
  for (const [name, { location }] of entriesOf(rule))
    if (!PARTS.includes(name)) report(`A rule has no key \`${name}\`. Remove it.`, location);
  for (const part of ['when', 'must']) {
    const located = childAt({ node, location: rule.location }, part);
    if (located !== undefined) judgePart(located, schema, report, resolve);
  }
}

/** Compares a part of a rule with the schema of the same value; undefined if that is not known. */
function judgePart(
  part: LocatedNode,
  described: LocatedNode | undefined,
  report: Report,
  resolve: Resolve,
): void {
  if (!isObject(part.node)) return;
  const schema = described && mappingAt(described, resolve);
  const declared = schema && mappingAt(childAt(schema, 'properties') ?? schema, resolve);
  const known = schema && isObject(schema.node.properties) ? declared : undefined;
  for (const [keyword, value] of entriesOf(part)) {
    if (!KEYWORDS.includes(keyword))
      report(`The validators do not check \`${keyword}\` in a rule. Use another keyword.`, value.location);
    for (const [name, location] of namesIn(keyword, value))
      if (known !== undefined && !Object.hasOwn(known.node, name))
        report(`The schema has no property \`${name}\`. Declare it, or correct the rule.`, location);
    judgeBelow(keyword, value, schema, report, resolve);
  }
}

function namesIn(keyword: string, value: LocatedNode): [string, LocatedNode['location']][] {
  if (keyword === 'required') return itemsOf(value).map(({ node, location }) => [String(node), location]);
  if (keyword !== 'properties') return [];
  return entriesOf(value).map(([name, { location }]) => [name, location]);
}

function judgeBelow(
  keyword: string,
  value: LocatedNode,
  schema: LocatedNode<Record<string, unknown>> | undefined,
  report: Report,
  resolve: Resolve,
): void {
  const judge = (part: LocatedNode, described: LocatedNode | undefined) =>
    judgePart(part, described, report, resolve);
  if (keyword === 'not') judge(value, schema);
  if (keyword === 'anyOf') for (const item of itemsOf(value)) judge(item, schema);
  if (keyword === 'items') judge(value, schema && childAt(schema, 'items'));
  if (keyword === 'propertyNames') judge(value, undefined);
  if (keyword !== 'properties') return;
  const properties = schema && childAt(schema, 'properties');
  for (const [name, part] of entriesOf(value))
    judge(
      part,
      properties && isObject(properties.node) ? childAt(properties as LocatedNode<Schema>, name) : undefined,
    );
}
