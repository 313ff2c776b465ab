import { childAt, entriesOf, isObject, itemsOf, type LocatedNode, mappingAt } from '../located-node.ts';
import { bodySchemas, operationsOf } from '../operation.ts';
import type { Resolve, Rule } from '../rule.ts';
import { isNumeric, type Schema, schemasFrom, typesOf } from '../schema.ts';

const BOUNDED_FORMATS = new Set(['uuid', 'date-time', 'date', 'time', 'ipv4', 'ipv6']);

/** Requires bounds in requests, so that the cost of a request is bounded. */
export const requestBounded: Rule = {
  number: 'P11',
  id: 'request-bounded',
  visitor(report) {
    return {
      Root(root, context) {
        const seen = new Set<object>();
        const untyped = new Set<unknown>();

        /** A schema that allows every type cannot have bounds. */
        function judgeType(located: LocatedNode) {
          if (declaresType(located, context.resolve)) return;
          const { node, location } = mappingAt(located, context.resolve) ?? located;
          // Report each schema once, even if several requests use it. `true` is not an object, so it is reported each time.
          if (untyped.has(node)) return;
          if (isObject(node)) untyped.add(node);
          report('A request may contain anything here: the schema accepts any type. Write `type`.', location);
        }

        for (const operation of operationsOf(root, context)) {
          const sent = [
            ...bodySchemas(operation, context.resolve),
            ...operation.parameters.flatMap((parameter) => childAt(parameter, 'schema') ?? []),
          ];
          for (const start of sent) {
            judgeType(start);
            for (const schema of schemasFrom(start, context.resolve, seen)) {
              const missing = missingBounds(schema.node);
              if (missing) report(`A request may contain ${missing}`, schema.location);
              valuesOf(schema).forEach(judgeType);
            }
          }
        }
      },
    };
  },
};

/** Returns the schemas of the parts of a value. A schema without a type only refines another one. */
function valuesOf(schema: LocatedNode<Schema>): LocatedNode[] {
  if (typesOf(schema.node).length === 0) return [];
  const maps = ['properties', 'patternProperties'].flatMap((key) => childAt(schema, key) ?? []);
  return [
    ...maps.flatMap(entriesOf).map(([, located]) => located),
    ...['items', 'additionalProperties'].flatMap((key) => childAt(schema, key) ?? []),
    ...[childAt(schema, 'prefixItems') ?? []].flat().flatMap(itemsOf),
    // P09 reports open objects, and `false` allows nothing.
  ].filter(
    ({ node, location }) =>
      node !== false && !(node === true && location.pointer.endsWith('/additionalProperties')),
  );
}

/** Whether a schema, or its composition, declares its types. Another rule reports unresolved references. */
function declaresType(located: LocatedNode, resolve: Resolve, passed: readonly unknown[] = []): boolean {
  const schema = mappingAt(located, resolve);
  if (!schema) return located.node !== true;
  const { node } = schema;
  if (passed.includes(node) || ['type', 'enum', 'const'].some((key) => node[key] !== undefined)) return true;
  const declares = (part: LocatedNode) => declaresType(part, resolve, [...passed, node]);
  const parts = (key: string) => itemsOf(childAt(schema, key) ?? { node: [], location: schema.location });
  return (
    parts('allOf').some(declares) ||
    ['anyOf', 'oneOf'].some((key) => parts(key).length > 0 && parts(key).every(declares))
  );
}

function missingBounds(schema: Schema): string | undefined {
  if ('enum' in schema || 'const' in schema) return undefined;
  const types = typesOf(schema);
  const has = (...keys: string[]) => keys.some((key) => schema[key] !== undefined);
  if (types.includes('string') && !has('maxLength') && !BOUNDED_FORMATS.has(String(schema.format))) {
    return 'a string of any length. Write `maxLength`.';
  }
  if (types.includes('array') && !has('maxItems')) return 'a list of any length. Write `maxItems`.';
  const isMap = isObject(schema.additionalProperties) || isObject(schema.patternProperties);
  if (types.includes('object') && isMap && !has('maxProperties')) {
    return 'an object with any number of properties. Write `maxProperties`.';
  }
  const isBounded = has('minimum', 'exclusiveMinimum') && has('maximum', 'exclusiveMaximum');
  if (isNumeric(schema) && !isBounded) return 'a number of any size. Write `minimum` and `maximum`.';
  return undefined;
}
