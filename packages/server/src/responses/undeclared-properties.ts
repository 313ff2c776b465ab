import { escapeSegment, type OpenApiDocument, resolve, withoutConditions } from '@penstock/contract/reader';

/**
 * Returns the JSON pointer of the first value of a body that the contract does not declare.
 *
 * Response schemas are open, so that clients accept what later versions add. A validator therefore accepts every
 * additional property, and a database row that a handler spreads into its response would expose its secrets. A server
 * of this version sends only what this version declares. Write-only properties count as undeclared.
 */
export type FindUndeclared = (body: unknown) => string | undefined;

/** The declared properties of one value of a body. */
interface Shape {
  /** The schema is empty. */
  anything: boolean;
  properties: ReadonlyMap<string, Shape>;
  /** The values of a map. */
  others: Shape | undefined;
  items: Shape | undefined;
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

/**
 * Compiles the schemas of one document, each once.
 *
 * @throws Error (the returned compiler) at a schema whose properties depend on the value.
 */
export function createShapeCompiler(bundle: OpenApiDocument): (schema: unknown) => FindUndeclared {
  // Conditions between properties declare none.
  const document = withoutConditions(bundle);
  const shapes = new Map<object, Shape>();

  function shapeOf(reference: unknown): Shape {
    const schema = resolve(document, reference) as Schema;
    const known = shapes.get(schema);
    if (known !== undefined) return known;
    rejectComposition(schema);
    const shape: Shape = { anything: false, properties: new Map(), others: undefined, items: undefined };
    // Before its parts, because a schema may contain itself.
    shapes.set(schema, shape);
    shape.anything = Object.keys(schema).length === 0;
    shape.properties = new Map(declaredProperties(schema).map(([name, part]) => [name, shapeOf(part)]));
    if (schema.additionalProperties) shape.others = shapeOf(asSchema(schema.additionalProperties));
    if (schema.items !== undefined) shape.items = shapeOf(asSchema(schema.items));
    return shape;
  }

  function declaredProperties(schema: Schema): [string, unknown][] {
    return Object.entries(schema.properties ?? {}).filter(
      ([, property]) => (resolve(document, property) as Schema).writeOnly !== true,
    );
  }

  return (schema) => {
    const shape = shapeOf(schema);
    return (body) => undeclaredIn(body, shape, '');
  };
}

/** `true` is the same as the empty schema. */
function asSchema(schema: unknown): unknown {
  return schema === true ? {} : schema;
}

function rejectComposition(schema: Schema): void {
  const keyword = COMPOSING.find((candidate) => candidate in schema);
  if (keyword === undefined) return;
  throw new Error(
    `The server cannot start: a response schema uses ${keyword}, so the server cannot determine which properties are declared. List them under properties.`,
  );
}

/** Runs for every response, so it allocates nothing and stops at the first result. */
function undeclaredIn(value: unknown, shape: Shape, key: string | number): string | undefined {
  if (shape.anything) return undefined;
  const written = asWritten(value, key);
  if (typeof written !== 'object' || written === null) return undefined;
  if (Array.isArray(written)) return undeclaredInItems(written, shape);
  return undeclaredInObject(written as Readonly<Record<string, unknown>>, shape);
}

function undeclaredInItems(items: readonly unknown[], shape: Shape): string | undefined {
  if (shape.items === undefined) return '';
  for (let index = 0; index < items.length; index++) {
    const rest = undeclaredIn(items[index], shape.items, index);
    if (rest !== undefined) return `/${index}${rest}`;
  }
  return undefined;
}

function undeclaredInObject(
  value: Readonly<Record<string, unknown>>,
  { properties, others }: Shape,
): string | undefined {
  for (const name in value) {
    const shape = properties.get(name) ?? others;
    const rest =
      shape === undefined ? undeclaredAt(value[name], name) : undeclaredIn(value[name], shape, name);
    // JSON leaves out inherited properties. Checked last, because the branch is rare.
    if (rest !== undefined && Object.hasOwn(value, name)) return `/${escapeSegment(name)}${rest}`;
  }
  return undefined;
}

/** JSON leaves out undefined values and functions. */
function undeclaredAt(value: unknown, key: string): string | undefined {
  const written = asWritten(value, key);
  return written === undefined || typeof written === 'function' ? undefined : '';
}

/** The value that JSON.stringify writes: the result of `toJSON`, which functions can also have. */
function asWritten(value: unknown, key: string | number): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === 'function' ? toJSON.call(value, String(key)) : value;
}
