import { bodySchemas, operationsOf } from '../operation.ts';
import { childAt, entriesOf, isObject, itemsOf, mappingAt, type Place } from '../place.ts';
import type { Resolve, Rule } from '../rule.ts';
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
        const untyped = new Set<unknown>();

        /** What allows every type has no bounds that could be asked for. */
        function judgeType(place: Place) {
          if (saysType(place, context.resolve)) return;
          const { node, location } = mappingAt(place, context.resolve) ?? place;
          // Of each schema once, however many requests reach it. A `true` is a schema, and not one of its own.
          if (untyped.has(node)) return;
          if (isObject(node)) untyped.add(node);
          report('A request may hold anything here: it says nothing about its type. Write `type`.', location);
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
              if (missing) report(`A request may hold ${missing}`, schema.location);
              valuesOf(schema).forEach(judgeType);
            }
          }
        }
      },
    };
  },
};

/** Schemas of what a value consists of. Where no type is said they refine what is said elsewhere. */
function valuesOf(schema: Place<Schema>): Place[] {
  if (typesOf(schema.node).length === 0) return [];
  const maps = ['properties', 'patternProperties'].flatMap((key) => childAt(schema, key) ?? []);
  return [
    ...maps.flatMap(entriesOf).map(([, place]) => place),
    ...['items', 'additionalProperties'].flatMap((key) => childAt(schema, key) ?? []),
    ...[childAt(schema, 'prefixItems') ?? []].flat().flatMap(itemsOf),
    // An open object is P09's matter, and `false` allows nothing.
  ].filter(
    ({ node, location }) =>
      node !== false && !(node === true && location.pointer.endsWith('/additionalProperties')),
  );
}

/** Whether a schema, or what it is composed of, says which types it allows. What leads nowhere is another rule's matter. */
function saysType(place: Place, resolve: Resolve, passed: readonly unknown[] = []): boolean {
  const schema = mappingAt(place, resolve);
  if (!schema) return place.node !== true;
  const { node } = schema;
  if (passed.includes(node) || ['type', 'enum', 'const'].some((key) => node[key] !== undefined)) return true;
  const says = (part: Place) => saysType(part, resolve, [...passed, node]);
  const parts = (key: string) => itemsOf(childAt(schema, key) ?? { node: [], location: schema.location });
  return (
    parts('allOf').some(says) ||
    ['anyOf', 'oneOf'].some((key) => parts(key).length > 0 && parts(key).every(says))
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
