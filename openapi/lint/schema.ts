import {
  childAt,
  entriesOf,
  isObject,
  isReference,
  itemsOf,
  type LocatedNode,
  mappingAt,
} from './located-node.ts';
import type { Context, Location, Resolve, Visitor } from './rule.ts';

/** A schema. Redocly's own rules check its structure. */
export type Schema = Record<string, unknown>;

/** The types that a schema allows, without `null`. */
export function typesOf({ type }: Schema): string[] {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((name): name is string => typeof name === 'string' && name !== 'null');
}

/** Whether a schema describes one string, number or boolean. */
export function isScalar(schema: Schema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => type !== 'object' && type !== 'array');
}

/** Whether a schema describes a number. */
export function isNumeric(schema: Schema): boolean {
  return typesOf(schema).some((type) => type === 'number' || type === 'integer');
}

/** Returns the name of the component at a location: a whole file in the sources, an entry in a bundle. */
export function componentName({ source, pointer }: Location): string | undefined {
  const file = /\/components\/schemas\/(?:.+\/)?([^/]+)\.yaml$/;
  if (pointer === '#/') return file.exec(source.absoluteRef)?.[1];
  return /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
}

const CHILD = ['items', 'additionalProperties', 'contains', 'then', 'else', 'propertyNames', 'contentSchema'];
const CHILD_LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const CHILD_MAPS = ['properties', 'patternProperties', 'dependentSchemas'];

/**
 * Returns `start` and all schemas below it, through references. Schemas in `seen` are skipped and new ones are added, so that
 * shared schemas are visited once. `not` and `if` are skipped, because they describe no value.
 */
export function* schemasFrom(
  start: LocatedNode,
  resolve: Resolve,
  seen: Set<object>,
): Generator<LocatedNode<Schema>> {
  const pending = [start];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const schema = mappingAt(next, resolve);
    if (!schema || seen.has(schema.node)) continue;
    seen.add(schema.node);
    yield schema;
    pending.push(...childrenOf(schema).reverse());
  }
}

function childrenOf(schema: LocatedNode<Schema>): LocatedNode[] {
  const at = (key: string) => childAt(schema, key) ?? [];
  return [
    ...CHILD_MAPS.flatMap(at).flatMap((map) => entriesOf(map).map(([, located]) => located)),
    ...CHILD_LISTS.flatMap(at).flatMap(itemsOf),
    ...CHILD.flatMap(at),
  ];
}

/** A schema in the reference: a component, a property or the items of a list. */
export interface ReadableSchema {
  /** Such as `Pipe`, `createdAt` or `the items of tags`. */
  name: string;
  schema: Schema;
  location: Location;
}

/** Calls `judge` once for each schema, at the location of its definition. */
export function readableSchemas(judge: (readable: ReadableSchema, context: Context) => void): Visitor {
  return {
    Schema(schema, context) {
      const { location } = context;
      const name = componentName(location);
      if (name !== undefined) judge({ name, schema: schema as Schema, location }, context);
      // The example and the description of a parameter or a header also apply to its items.
      if (isDirectSchema(context)) return;
      for (const key of ['items', 'additionalProperties']) {
        const items = (schema as Schema)[key];
        if (!isObject(items) || isReference(items)) continue;
        const owner = name ?? String(context.key);
        judge(
          { name: `the ${key} of ${owner}`, schema: items as Schema, location: location.child(key) },
          context,
        );
      }
    },
    SchemaProperties(properties, context) {
      for (const [name, located] of entriesOf({ node: properties, location: context.location })) {
        if (!isObject(located.node) || isReference(located.node)) continue;
        judge({ name, schema: located.node, location: located.location }, context);
      }
    },
  };
}

/** Whether the schema is the `schema` of a parameter, a header or a media type. */
function isDirectSchema({ key, location }: Context): boolean {
  return key === 'schema' && !location.pointer.endsWith('/properties/schema');
}
