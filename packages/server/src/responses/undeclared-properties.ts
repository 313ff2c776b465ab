import type { OpenApiDocument } from '../contract.ts';
import { resolveReference } from '../path-document.ts';

/**
 * Finds the first place of a body that the contract does not declare, and gives its JSON pointer.
 *
 * Schemas of answers are open, so that clients live with what later versions add. A validator therefore lets every
 * further property pass, and a row that a handler spreads into its answer would take its secrets along. A server of
 * this version has nothing to say that this version does not declare. What is write-only counts as undeclared.
 */
export type FindUndeclared = (body: unknown) => string | undefined;

/** What the contract declares at one place of a body. */
interface Place {
  /** The schema says nothing at all. */
  anything: boolean;
  properties: ReadonlyMap<string, Place>;
  /** The values of a map. */
  others: Place | undefined;
  items: Place | undefined;
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly writeOnly?: boolean;
}

/** Keywords that can declare properties, too. No answer of the contract has them. */
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

/**
 * Compiles the schemas of one document, each once.
 *
 * @throws Error (the compiler that is returned) at a schema whose properties cannot be told without its value.
 */
export function createShapeCompiler(document: OpenApiDocument): (schema: unknown) => FindUndeclared {
  const places = new Map<object, Place>();

  function placeOf(reference: unknown): Place {
    const schema = resolveReference(document, reference) as Schema;
    const known = places.get(schema);
    if (known !== undefined) return known;
    rejectComposition(schema);
    const place: Place = { anything: false, properties: new Map(), others: undefined, items: undefined };
    // Before its parts, because a schema may contain itself.
    places.set(schema, place);
    place.anything = Object.keys(schema).length === 0;
    place.properties = new Map(declaredProperties(schema).map(([name, part]) => [name, placeOf(part)]));
    if (schema.additionalProperties) place.others = placeOf(asSchema(schema.additionalProperties));
    if (schema.items !== undefined) place.items = placeOf(asSchema(schema.items));
    return place;
  }

  function declaredProperties(schema: Schema): [string, unknown][] {
    return Object.entries(schema.properties ?? {}).filter(
      ([, property]) => (resolveReference(document, property) as Schema).writeOnly !== true,
    );
  }

  return (schema) => {
    const place = placeOf(schema);
    return (body) => undeclaredIn(body, place, '');
  };
}

/** `true` is the schema that says nothing. */
function asSchema(schema: unknown): unknown {
  return schema === true ? {} : schema;
}

function rejectComposition(schema: Schema): void {
  const keyword = COMPOSING.find((candidate) => candidate in schema);
  if (keyword === undefined) return;
  throw new Error(
    `The server cannot start: the schema of an answer uses ${keyword}, so that it cannot be told which properties may leave. List them under properties.`,
  );
}

/** Runs for every answer: without allocations, and no further than to the first finding. */
function undeclaredIn(value: unknown, place: Place, key: string | number): string | undefined {
  if (place.anything) return undefined;
  const written = asWritten(value, key);
  if (typeof written !== 'object' || written === null) return undefined;
  if (Array.isArray(written)) return undeclaredInItems(written, place);
  return undeclaredInObject(written as Readonly<Record<string, unknown>>, place);
}

function undeclaredInItems(items: readonly unknown[], place: Place): string | undefined {
  if (place.items === undefined) return '';
  for (let index = 0; index < items.length; index++) {
    const rest = undeclaredIn(items[index], place.items, index);
    if (rest !== undefined) return `/${index}${rest}`;
  }
  return undefined;
}

function undeclaredInObject(
  value: Readonly<Record<string, unknown>>,
  { properties, others }: Place,
): string | undefined {
  for (const name in value) {
    const place = properties.get(name) ?? others;
    const rest =
      place === undefined ? undeclaredAt(value[name], name) : undeclaredIn(value[name], place, name);
    // What is inherited does not leave. Looked up last, because next to nothing gets here.
    if (rest !== undefined && Object.hasOwn(value, name))
      return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}${rest}`;
  }
  return undefined;
}

/** JSON leaves out what is undefined and what is a function. */
function undeclaredAt(value: unknown, key: string): string | undefined {
  const written = asWritten(value, key);
  return written === undefined || typeof written === 'function' ? undefined : '';
}

/** What JSON.stringify takes in the place of a value: it asks functions for their `toJSON`, too. */
function asWritten(value: unknown, key: string | number): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === 'function' ? toJSON.call(value, String(key)) : value;
}
