import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Surface } from '../../src/index.ts';

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
  const file = new URL('../../../../openapi/specification/fields.yaml', import.meta.url);
  const { groups, ...rest } = parse(readFileSync(file, 'utf8')) as Specification & { groups: Group[] };
  const flat = groups.flatMap(({ fields, ...shared }) => fields.map((field) => ({ ...shared, ...field })));
  return { ...rest, fields: flat };
}

/** The keywords of a schema that the comparison reads. */
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

/** A schema with the component that contains it. */
interface SchemaLocation {
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
 * Compares a component with the rows of the specification for it, in both directions, and returns the contradictions:
 *
 * - a row without a property, or with another type, enum, format or pattern;
 * - a keyword that narrows what a row leaves open, without `x-decision` next to it. A request may have bounds, because
 *   a server must have them;
 * - a property without a row and without `x-decision`.
 *
 * A mark is in the schema of the field itself or in the component that it refers to. A mark in the enclosing object
 * counts for the keywords of that object, such as `required`, and not for its properties: it would explain all of them.
 */
export function contradictions(schemas: Schemas, name: string, fields: readonly Field[]): string[] {
  const rows = new Map(fields.map((field) => [field.pointer, field]));
  const direction = fields[0]?.direction ?? 'response';
  const messages: string[] = [];
  const report = (location: SchemaLocation, message: string) => {
    const inside = location.component === name ? '' : ` (component ${location.component})`;
    messages.push(`${name}${location.pointer}${inside}: ${message}`);
  };

  function follow(written: Schema, component: string, pointer: string): SchemaLocation {
    const marked = written['x-decision'] !== undefined;
    if (written.$ref === undefined) return { schema: written, component, pointer, marked };
    const target = written.$ref.replace('#/components/schemas/', '');
    const location = follow(schemas[target] ?? {}, target, pointer);
    const { $ref, ...siblings } = written;
    return { ...location, schema: { ...location.schema, ...siblings }, marked: marked || location.marked };
  }

  function visit(location: SchemaLocation, row: Field | undefined, type: string) {
    const { schema } = location;
    const [, item] = /^array of (.+)$/.exec(type) ?? [];
    const expected = item === undefined ? type : 'array';
    if (typeWithoutClearing(schema) !== expected)
      report(location, `must be of type ${expected}, is ${JSON.stringify(schema.type)}`);
    compareKeywords(location, row);
    if (row?.component !== undefined) {
      if (location.component !== row.component) report(location, `must be the component ${row.component}`);
    } else if (item !== undefined) {
      visit(follow(schema.items ?? {}, location.component, `${location.pointer}/*`), undefined, item);
    } else if (type === 'object') {
      visitProperties(location);
    }
  }

  function compareKeywords(location: SchemaLocation, row: Field | undefined) {
    const { schema } = location;
    for (const keyword of ['enum', 'format', 'pattern'] as const) {
      const expected = row?.[keyword];
      const actual = schema[keyword];
      if (expected !== undefined) {
        if (JSON.stringify(sorted(actual)) !== JSON.stringify(sorted(expected)))
          report(
            location,
            `must have the ${keyword} ${JSON.stringify(expected)}, has ${JSON.stringify(actual)}`,
          );
      } else if (actual !== undefined && !location.marked && !isBound(keyword, actual)) {
        report(location, `has ${keyword} without x-decision, the specification has none`);
      }
    }
    for (const keyword of Object.keys(schema)) {
      if (!HARMLESS[direction].has(keyword) && !location.marked)
        report(location, `has ${keyword} without x-decision, the specification has none`);
    }
    if (direction === 'response' && schema.writeOnly === true)
      report(location, 'is writeOnly, and must be returned');
  }

  function isBound(keyword: string, value: unknown) {
    return direction === 'request' && (keyword === 'pattern' || value === 'password');
  }

  function visitProperties(location: SchemaLocation) {
    const properties = location.schema.properties ?? {};
    const required = new Set(location.schema.required);
    const below = [...rows.values()].filter(({ pointer }) => parentOf(pointer) === location.pointer);
    for (const row of below) {
      const property = row.pointer.slice(location.pointer.length + 1);
      const written = properties[property];
      if (written === undefined) {
        report({ ...location, pointer: row.pointer }, 'is missing');
        continue;
      }
      if (row.required === true && !required.has(property)) report(location, `must require ${property}`);
      if (row.required === false && required.has(property)) report(location, `must not require ${property}`);
      visit(follow(written, location.component, row.pointer), row, row.type);
    }
    const unexplained = [...required].filter((property) => {
      const row = rows.get(`${location.pointer}/${property}`);
      return row?.required === undefined && !location.marked;
    });
    if (unexplained.length > 0) {
      report(location, `requires ${unexplained.join(', ')} without x-decision, the specification does not`);
    }
    for (const [property, written] of Object.entries(properties)) {
      const added = follow(written, location.component, `${location.pointer}/${property}`);
      if (!rows.has(added.pointer) && !added.marked) report(added, 'is added, and has no x-decision');
    }
  }

  if (schemas[name] === undefined) return [`${name}: there is no such component`];
  visit(follow(schemas[name], name, ''), undefined, 'object');
  return messages;
}

/** Returns the components that have one of the properties that the specification excludes from responses. */
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

/** An update may accept null in addition, which removes the property (D-23). That narrows nothing. */
function typeWithoutClearing({ type, 'x-clearable': clearable }: Schema) {
  if (clearable !== true || !Array.isArray(type)) return type;
  const [only, ...others] = type.filter((name) => name !== 'null');
  return others.length === 0 ? only : type;
}
