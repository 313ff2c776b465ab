import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Surface } from '../src/index.ts';

/** A field of the specification, as `openapi/specification/fields.yaml` lists it. */
export interface Field {
  readonly surface: Surface;
  readonly schema: string;
  readonly pointer: string;
  readonly type: string;
  readonly direction: 'request' | 'response';
  readonly section: string;
  readonly component?: string;
  readonly required?: boolean;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
}

interface SpecifiedOperation {
  readonly surface: Surface;
  readonly method: string;
  readonly path: string;
  readonly section: string;
  readonly request?: string;
  readonly response?: string;
  readonly responseDescription?: string;
  readonly status?: number;
  readonly stability?: string;
}

export interface Specification {
  readonly surfaces: Record<Surface, { pathPrefix: string; security: { type: string; scheme: string } }>;
  readonly pathParameters: readonly { surface: Surface; name: string; type: string; format: string }[];
  readonly operations: readonly SpecifiedOperation[];
  readonly listedOperations: readonly { surface: Surface; under: string; operations: readonly string[] }[];
  readonly neverReturned: readonly { surface: Surface; schema: string; names: readonly string[] }[];
  readonly fields: readonly Field[];
}

type Group = Pick<Field, 'surface' | 'schema' | 'direction' | 'section'> & {
  readonly fields: readonly Omit<Field, 'surface' | 'schema' | 'direction' | 'section'>[];
};

export const specification = readSpecification();

function readSpecification(): Specification {
  const file = new URL('../../../openapi/specification/fields.yaml', import.meta.url);
  const { groups, ...rest } = parse(readFileSync(file, 'utf8')) as Specification & { groups: Group[] };
  const flat = groups.flatMap(({ fields, ...shared }) => fields.map((field) => ({ ...shared, ...field })));
  return { ...rest, fields: flat };
}

/** As much of a schema as the comparison reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | string[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly 'x-decision'?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** A schema with the component that it is written in. */
interface Place {
  readonly schema: Schema;
  readonly component: string;
  readonly pointer: string;
  /** Whether it, or the component that it refers to, has `x-decision`. */
  readonly marked: boolean;
}

const SHAPE = ['$ref', 'type', 'properties', 'items', 'required', 'enum', 'format', 'pattern'];
const ANNOTATIONS = ['title', 'description', 'examples', 'readOnly', 'x-decision'];
const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
].concat(
  ['maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ['additionalProperties', 'default', 'writeOnly'],
);
const HARMLESS = {
  request: new Set([...SHAPE, ...ANNOTATIONS, ...BOUNDS]),
  response: new Set([...SHAPE, ...ANNOTATIONS]),
};

/**
 * Compares a component with the rows of the specification for it, both ways, and says what contradicts them:
 *
 * - a row without a property, or with another type, enum, format or pattern;
 * - a keyword that narrows what a row leaves open, without `x-decision` beside it. A request may have bounds, because a
 *   server has to have them;
 * - a property without a row and without `x-decision`.
 *
 * A mark stands in the schema of the field itself or in the component that it refers to. One in the object around it does
 * not count, except for what the object itself says, such as `required`: a mark there would explain every property.
 */
export function contradictions(schemas: Schemas, name: string, fields: readonly Field[]): string[] {
  const rows = new Map(fields.map((field) => [field.pointer, field]));
  const direction = fields[0]?.direction ?? 'response';
  const found: string[] = [];
  const say = (place: Place, message: string) => {
    const inside = place.component === name ? '' : ` (component ${place.component})`;
    found.push(`${name}${place.pointer}${inside}: ${message}`);
  };

  function follow(written: Schema, component: string, pointer: string): Place {
    const marked = written['x-decision'] !== undefined;
    if (written.$ref === undefined) return { schema: written, component, pointer, marked };
    const target = written.$ref.replace('#/components/schemas/', '');
    const place = follow(schemas[target] ?? {}, target, pointer);
    const { $ref, ...beside } = written;
    return { ...place, schema: { ...place.schema, ...beside }, marked: marked || place.marked };
  }

  function visit(place: Place, row: Field | undefined, type: string) {
    const { schema } = place;
    const [, item] = /^array of (.+)$/.exec(type) ?? [];
    const expected = item === undefined ? type : 'array';
    if (schema.type !== expected)
      say(place, `must be of type ${expected}, is ${JSON.stringify(schema.type)}`);
    compareKeywords(place, row);
    if (row?.component !== undefined) {
      if (place.component !== row.component) say(place, `must be the component ${row.component}`);
    } else if (item !== undefined) {
      visit(follow(schema.items ?? {}, place.component, `${place.pointer}/*`), undefined, item);
    } else if (type === 'object') {
      visitProperties(place);
    }
  }

  function compareKeywords(place: Place, row: Field | undefined) {
    const { schema } = place;
    for (const keyword of ['enum', 'format', 'pattern'] as const) {
      const expected = row?.[keyword];
      const actual = schema[keyword];
      if (expected !== undefined) {
        if (JSON.stringify(sorted(actual)) !== JSON.stringify(sorted(expected)))
          say(place, `must have the ${keyword} ${JSON.stringify(expected)}, has ${JSON.stringify(actual)}`);
      } else if (actual !== undefined && !place.marked && !isBound(keyword, actual)) {
        say(place, `has ${keyword} without x-decision, the specification has none`);
      }
    }
    for (const keyword of Object.keys(schema)) {
      if (!HARMLESS[direction].has(keyword) && !place.marked)
        say(place, `has ${keyword} without x-decision, the specification has none`);
    }
    if (direction === 'response' && schema.writeOnly === true)
      say(place, 'is writeOnly, and must be returned');
  }

  function isBound(keyword: string, value: unknown) {
    return direction === 'request' && (keyword === 'pattern' || value === 'password');
  }

  function visitProperties(place: Place) {
    const properties = place.schema.properties ?? {};
    const required = new Set(place.schema.required);
    const below = [...rows.values()].filter(({ pointer }) => parentOf(pointer) === place.pointer);
    for (const row of below) {
      const property = row.pointer.slice(place.pointer.length + 1);
      const written = properties[property];
      if (written === undefined) {
        say({ ...place, pointer: row.pointer }, 'is missing');
        continue;
      }
      if (row.required === true && !required.has(property)) say(place, `must require ${property}`);
      if (row.required === false && required.has(property)) say(place, `must not require ${property}`);
      visit(follow(written, place.component, row.pointer), row, row.type);
    }
    const unexplained = [...required].filter((property) => {
      const row = rows.get(`${place.pointer}/${property}`);
      return row?.required === undefined && !place.marked;
    });
    if (unexplained.length > 0) {
      say(place, `requires ${unexplained.join(', ')} without x-decision, the specification does not`);
    }
    for (const [property, written] of Object.entries(properties)) {
      const added = follow(written, place.component, `${place.pointer}/${property}`);
      if (!rows.has(added.pointer) && !added.marked) say(added, 'is added, and has no x-decision');
    }
  }

  if (schemas[name] === undefined) return [`${name}: there is no such component`];
  visit(follow(schemas[name], name, ''), undefined, 'object');
  return found;
}

/** Where the names of properties stand that the specification keeps out of an answer. */
export function occurrences(schemas: Schemas, name: string, names: readonly string[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  function visit(value: unknown, component: string) {
    if (typeof value !== 'object' || value === null) return;
    const { $ref, properties } = value as Schema;
    if ($ref !== undefined) visitComponent($ref.replace('#/components/schemas/', ''));
    for (const property of Object.keys(properties ?? {})) {
      if (names.includes(property)) found.push(`${component}: ${property}`);
    }
    for (const child of Object.values(value)) visit(child, component);
  }
  function visitComponent(component: string) {
    if (seen.has(component)) return;
    seen.add(component);
    visit(schemas[component], component);
  }
  visitComponent(name);
  return found;
}

export function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function sorted(value: unknown) {
  return Array.isArray(value) ? value.toSorted() : value;
}
