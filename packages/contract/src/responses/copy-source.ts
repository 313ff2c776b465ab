import { withoutConditions } from '../reader/conditions.ts';
import type { OpenApiDocument } from '../reader/openapi-document.ts';
import { componentName, isReference, resolve } from '../reader/references.ts';

/** Writes JavaScript that copies what the schemas of one document declare; see copy-declared.ts, which it calls. */
export interface CopySource {
  /**
   * Adds a schema, with all its parts, and returns the name of its constant. Components have their own names, so the same
   * component of two documents is the same code.
   *
   * @param title the name of a schema that is no component.
   * @throws ComposedSchemaError at a schema whose properties depend on the value.
   */
  add(schema: unknown, title: string): string;
  /** The constants by their names, in the order in which they were added. */
  readonly constants: ReadonlyMap<string, string>;
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly writeOnly?: boolean;
}

/** Keywords that can also declare properties. No response of the contract uses them. */
const COMPOSING = [
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'patternProperties',
  'prefixItems',
  'unevaluatedProperties',
];

/** A response cannot be copied, because a keyword of its schema can declare properties that `properties` does not list. */
export class ComposedSchemaError extends Error {
  /** The name of the schema. */
  readonly schema: string;
  readonly keyword: string;

  constructor(schema: string, keyword: string) {
    super(
      `${schema}: a response schema uses ${keyword}, so the server cannot determine which properties are declared. List them under properties.`,
    );
    this.name = 'ComposedSchemaError';
    this.schema = schema;
    this.keyword = keyword;
  }
}

export function createCopySource(bundle: OpenApiDocument): CopySource {
  // Conditions between properties declare none.
  const document = withoutConditions(bundle);
  const names = new Map<object, string>();
  const used = new Set<string>();
  const constants = new Map<string, string>();

  function add(written: unknown, inlineTitle: string): string {
    const title = isReference(written) ? componentName(written) : inlineTitle;
    const schema = resolve(document, asSchema(written)) as Schema | false;
    if (schema === false) return 'NOTHING';
    if (Object.keys(schema).length === 0) return 'ANYTHING';
    const known = names.get(schema);
    if (known !== undefined) return known;
    rejectComposition(schema, title);
    if (declaresNothing(schema)) return 'NOTHING';
    const name = unusedName(title);
    // Before its parts, because a schema may contain itself.
    names.set(schema, name);
    constants.set(name, '');
    const part = name.slice(1);
    constants.set(name, `{ properties: ${propertiesCode(schema, part)}, items: ${itemsCode(schema, part)} }`);
    return name;
  }

  /** `$` distinguishes the constants from the other names of the code. */
  function unusedName(wanted: string): string {
    let name = `$${wanted.replaceAll(/\W/g, '_')}`;
    while (used.has(name)) name += '_';
    used.add(name);
    return name;
  }

  function propertiesCode({ properties = {}, additionalProperties }: Schema, title: string): string {
    if (Object.keys(properties).length === 0 && !additionalProperties) return 'NOTHING.properties';
    const visible = Object.entries(properties).filter(
      ([, property]) => (resolve(document, asSchema(property)) as Schema).writeOnly !== true,
    );
    const cases = visible.map(([property, schema]) =>
      caseCode(property, add(schema, `${title}_${property}`)),
    );
    const other = additionalProperties
      ? `setMember(copy, name, copyMember(value[name], name, path, ${add(additionalProperties, `${title}_other`)}));`
      : 'rejectUnlessLeftOut(value[name], name, path);';
    return [
      '(value, path) => {\nconst copy = {};\nlet part;\n',
      `for (const name of Object.keys(value)) switch (name) {\n${cases.join('')}default: ${other}\n}\nreturn copy;\n}`,
    ].join('');
  }

  function itemsCode({ items }: Schema, title: string): string {
    if (items === undefined) return 'rejectItems';
    const schema = add(items, `${title}_item`);
    return `(items, path) => copyItems(items, path, ${schema})`;
  }

  return { add, constants };
}

function caseCode(property: string, schema: string): string {
  const name = JSON.stringify(property);
  const copied =
    schema === 'NOTHING'
      ? `copyScalar(value[${name}], ${name}, path)`
      : `copyMember(value[${name}], ${name}, path, ${schema})`;
  // An assignment would replace the prototype instead.
  const set = property === '__proto__' ? 'setMember(copy, name, part)' : `copy[${name}] = part`;
  return `case ${name}: if ((part = ${copied}) !== undefined) ${set}; break;\n`;
}

/** `true` is the same as the empty schema. */
function asSchema(schema: unknown): unknown {
  return schema === true ? {} : schema;
}

function declaresNothing({ properties = {}, additionalProperties, items }: Schema): boolean {
  return Object.keys(properties).length === 0 && !additionalProperties && items === undefined;
}

function rejectComposition(schema: Schema, title: string): void {
  const keyword = COMPOSING.find((candidate) => candidate in schema);
  if (keyword !== undefined) throw new ComposedSchemaError(title, keyword);
}
