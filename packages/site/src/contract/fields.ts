import {
  componentName,
  isReference,
  type OpenApiDocument,
  resolve,
  type SchemaObject,
} from '@penstock/contract/reader';
import { type Choice, choicesOf } from './choices.ts';
import type { PipeAuthentication } from './pipe-authentication.ts';
import type { Provenance, ProvenanceReader } from './provenance.ts';
import { unitOf, type ValueFacts, valueFacts } from './value-facts.ts';

/** A field of a body, as pages describe it. */
export interface Field extends ValueFacts {
  readonly name: string;
  /** The names on the way to it from the root of the body, joined by dots. Items of lists add nothing: `tiles.config.limit`. */
  readonly path: string;
  /** The schema that contains it; undefined for a schema without a name. */
  readonly schema: string | undefined;
  /** The schemas of its value and of the items of a list. */
  readonly schemas: readonly string[];
  readonly description: string;
  readonly isRequired: boolean;
  /** The unit of a number. */
  readonly unit?: string;
  /** The default in words or as JSON, as Markdown. */
  readonly default?: string;
  /** An example of a value, as JSON or text. */
  readonly example?: string;
  /** Whether null removes it. */
  readonly isClearable: boolean;
  /** Whether requests send it and responses never contain it. */
  readonly isWriteOnly: boolean;
  readonly provenance?: Provenance;
  /** The fields of the object, or of each object of the list or map. */
  readonly content?: ObjectFields;
  /** The path of an outer field with the same content; the body is recursive there. */
  readonly repeats?: string;
}

/** The fields of an object, in the order of the contract. */
export interface ObjectFields {
  /** The name of its schema; undefined without one. */
  readonly schema: string | undefined;
  readonly fields: readonly Field[];
  readonly choices: readonly Choice[];
}

/** The sources of the fields of a document. */
export interface FieldSources {
  readonly document: OpenApiDocument;
  readonly provenance: ProvenanceReader;
  readonly pipeAuthentication: PipeAuthentication;
}

/** Returns the fields of a body; undefined if it is not an object. */
export function readFields(sources: FieldSources, schema: SchemaObject): ObjectFields | undefined {
  return contentOf(sources, schema, { path: '', outer: new Map() });
}

interface Position {
  /** The path of the field that contains the object. */
  readonly path: string;
  /** The paths of the objects around it, by their schemas. */
  readonly outer: ReadonlyMap<SchemaObject, string>;
}

/** Returns the fields of an object, of the items of a list, or of the values of a map. */
function contentOf(
  sources: FieldSources,
  schema: SchemaObject,
  position: Position,
): ObjectFields | undefined {
  const { object, names } = objectIn(sources.document, schema);
  const name = names.at(-1);
  if (object?.properties === undefined) return undefined;
  const { path } = position;
  const inside = { path, outer: new Map([...position.outer, [object, path]]) };
  const authentication = sources.pipeAuthentication[path.split('.').at(-1) ?? ''];
  return {
    schema: name,
    fields: Object.keys(object.properties).map((property) =>
      readField(sources, object, name, property, inside),
    ),
    choices: choicesOf(sources.document, object, authentication),
  };
}

/** Follows references, lists and maps to the object in a schema, with the names of all schemas on the way. A list of itself contains none. */
function objectIn(
  document: OpenApiDocument,
  schema: SchemaObject,
  followed: readonly SchemaObject[] = [],
): { readonly object?: SchemaObject; readonly names: readonly string[] } {
  const names = isReference(schema) ? [componentName(schema)] : [];
  const resolved = resolve<SchemaObject>(document, schema);
  if (resolved.properties !== undefined) return { object: resolved, names };
  const inner = [resolved.items, resolved.additionalProperties].find((each) => typeof each === 'object');
  if (inner === undefined || followed.includes(resolved)) return { names };
  const found = objectIn(document, inner as SchemaObject, [...followed, resolved]);
  return { ...found, names: [...names, ...found.names] };
}

function readField(
  sources: FieldSources,
  owner: SchemaObject,
  schema: string | undefined,
  name: string,
  { path: outerPath, outer }: Position,
): Field {
  const { document, provenance } = sources;
  const written = owner.properties?.[name];
  const reference: SchemaObject = typeof written === 'object' ? written : {};
  const resolved: SchemaObject = {
    ...resolve<SchemaObject>(document, reference),
    ...withoutReference(reference),
  };
  const facts = valueFacts(document, resolved);
  const path = outerPath === '' ? name : `${outerPath}.${name}`;
  const { object, names } = objectIn(document, reference);
  const repeats = object && outer.get(object);
  const content = repeats === undefined ? contentOf(sources, reference, { path, outer }) : undefined;
  const source = provenance.ofProperty(owner, name);
  const unit = unitOf(name, facts);
  return {
    ...facts,
    name,
    path,
    schema,
    schemas: names,
    ...descriptionAndDefault(resolved),
    isRequired: owner.required?.includes(name) ?? false,
    ...(unit !== undefined && { unit }),
    ...exampleOf(resolved),
    isClearable: resolved['x-clearable'] === true,
    isWriteOnly: resolved.writeOnly === true,
    ...(source && { provenance: source }),
    ...(content && { content }),
    ...(repeats !== undefined && { repeats }),
  };
}

function withoutReference({ $ref, ...rest }: SchemaObject): SchemaObject {
  return rest;
}

const defaultInText = / \(default: ([^()]*(?:\([^()]*\)[^()]*)*)\)/;

/** Descriptions state the defaults that validators must not write into a body, as in `The type (default: \`kafka\`).` */
export function descriptionAndDefault({ description = '', default: preset }: SchemaObject): {
  readonly description: string;
  readonly default?: string;
} {
  if (preset !== undefined) return { description, default: `\`${JSON.stringify(preset)}\`` };
  const [whole, text] = defaultInText.exec(description) ?? [];
  if (whole === undefined || text === undefined) return { description };
  return { description: description.replace(whole, ''), default: text };
}

/** A longer example belongs to the examples of the body. */
const LONGEST_EXAMPLE = 120;

function exampleOf({ examples = [] }: SchemaObject): { readonly example?: string } {
  const [first] = examples;
  if (first === undefined) return {};
  const example = typeof first === 'string' ? first : JSON.stringify(first);
  return example.length > LONGEST_EXAMPLE || example.includes('\n') ? {} : { example };
}
