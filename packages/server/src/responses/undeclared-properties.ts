import { formatPointer, type OpenApiDocument, resolve, withoutConditions } from '@penstock/contract/reader';

/**
 * Returns what JSON writes of a body, as plain objects and arrays. Each value is read once, so a getter or `toJSON` cannot
 * return something else when the copy is validated and sent.
 *
 * Response schemas are open, so that clients accept what later versions add. A validator therefore accepts every
 * additional property, and a database row that a handler spreads into its response would expose its secrets. A server
 * of this version sends only what this version declares. Write-only properties count as undeclared.
 *
 * @throws UndeclaredValue at the first value that the contract does not declare.
 */
export type CopyDeclared = (body: unknown) => unknown;

/** A body has a value that the contract does not declare. */
export class UndeclaredValue extends Error {
  override readonly name = 'UndeclaredValue';
  /** A JSON pointer into the body. */
  readonly pointer: string;

  constructor(path: readonly (string | number)[]) {
    const pointer = formatPointer(path);
    super(`The contract does not declare the value at ${pointer}.`);
    this.pointer = pointer;
  }
}

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
export function createShapeCompiler(bundle: OpenApiDocument): (schema: unknown) => CopyDeclared {
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
    return (body) => new Copying().copy(body, shape, '');
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

/** One copy of a body. It runs for every response, so it allocates nothing but the copy. */
class Copying {
  /** Where the value is that is copied. */
  readonly #path: (string | number)[] = [];

  /** Undefined if JSON leaves the value out. */
  copy(value: unknown, shape: Shape, key: string | number): unknown {
    switch (typeof value) {
      case 'object':
        if (value === null) return value;
        if (!isPlain(value)) return this.copy(asWritten(value, key), shape, key);
        if (shape.anything) return value;
        return Array.isArray(value)
          ? this.#copyItems(value, shape)
          : this.#copyProperties(value as Readonly<Record<string, unknown>>, shape);
      case 'number':
        return Number.isFinite(value) ? value : null;
      case 'function':
      case 'symbol':
        return this.copy(asWritten(value, key), shape, key);
      default:
        return value;
    }
  }

  #copyItems(items: readonly unknown[], { items: shape }: Shape): unknown[] {
    if (shape === undefined) throw new UndeclaredValue(this.#path);
    const copies: unknown[] = [];
    for (let index = 0; index < items.length; index++)
      copies.push(this.#copyMember(items[index], shape, index) ?? null);
    return copies;
  }

  #copyProperties(value: Readonly<Record<string, unknown>>, { properties, others }: Shape): object {
    const copies: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const shape = properties.get(name) ?? others;
      const copy =
        shape === undefined
          ? this.#rejectUnlessLeftOut(value[name], name)
          : this.#copyMember(value[name], shape, name);
      if (copy === undefined) continue;
      if (name === '__proto__') defineOwn(copies, name, copy);
      else copies[name] = copy;
    }
    return copies;
  }

  #copyMember(value: unknown, shape: Shape, key: string | number): unknown {
    // The path changes for nothing in most values of a body.
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    this.#path.push(key);
    const copy = this.copy(value, shape, key);
    this.#path.pop();
    return copy;
  }

  #rejectUnlessLeftOut(value: unknown, name: string): undefined {
    if (value === undefined || asWritten(value, name) === undefined) return undefined;
    throw new UndeclaredValue([...this.#path, name]);
  }
}

/** Whether JSON writes the elements or the enumerable properties of an object, and nothing else. */
function isPlain(value: object): boolean {
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What JSON writes of any other value, for example of a date or of an instance of a class; undefined if it leaves it out. */
function asWritten(value: unknown, key: string | number): unknown {
  const written = JSON.stringify({ [key]: value });
  return (JSON.parse(written) as Readonly<Record<string, unknown>>)[key];
}

/** An assignment would replace the prototype instead. */
function defineOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}
