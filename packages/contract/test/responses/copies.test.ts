import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractDocument } from '../../src/documents.ts';
import { responseExamples } from '../../src/examples.ts';
import { type OperationId, operations, type Surface } from '../../src/index.ts';
import {
  appendSegment,
  type OpenApiDocument,
  readOperation,
  resolve,
  type SchemaObject,
} from '../../src/reader.ts';
import {
  type CopyDeclared,
  createCopyCompiler,
  responseCopies,
  UndeclaredValue,
} from '../../src/responses.ts';
import { documentWith } from '../support/document.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly writeOnly?: boolean;
}

/** The pointers of all values that a schema does not declare, in a value as JSON writes it. */
function undeclared(document: OpenApiDocument, written: unknown, value: unknown, pointer = ''): string[] {
  const schema = resolve(document, written === true ? {} : written) as Schema;
  if (typeof value !== 'object' || value === null || Object.keys(schema).length === 0) return [];
  if (Array.isArray(value) && schema.items === undefined) return [pointer];
  return Object.entries(value).flatMap(([name, member]) => {
    const part = Array.isArray(value) ? schema.items : partOf(document, schema, name);
    const inside = appendSegment(pointer, name);
    return part === undefined ? [inside] : undeclared(document, part, member, inside);
  });
}

/** Undefined if the property is undeclared, or only ever written. */
function partOf(document: OpenApiDocument, schema: Schema, name: string): unknown {
  const { properties = {}, additionalProperties } = schema;
  if (!Object.hasOwn(properties, name)) return additionalProperties || undefined;
  const property = properties[name];
  if ((resolve(document, property === true ? {} : property) as Schema).writeOnly !== true) return property;
  return additionalProperties || undefined;
}

/** What JSON writes of a copy, or the pointer of the value that it rejects. */
function outcomeOf(copy: CopyDeclared, body: unknown): unknown {
  try {
    return JSON.stringify(copy(body));
  } catch (error) {
    if (error instanceof UndeclaredValue) return { undeclared: error.pointer };
    throw error;
  }
}

/** Each body is made twice, because a getter can only be read once. */
function expectDeclaredCopy(
  document: OpenApiDocument,
  schema: unknown,
  copy: CopyDeclared,
  make: () => unknown,
): void {
  const text = JSON.stringify(make());
  const outcome = outcomeOf(copy, make());
  const rejected = text === undefined ? [] : undeclared(document, schema, JSON.parse(text));
  if (rejected.length === 0) expect(outcome).toBe(text);
  else expect(rejected.map((pointer) => ({ undeclared: pointer }))).toContainEqual(outcome);
}

const NAMES = ['a', 'b', 'toJSON', '__proto__', 'constructor', 'it\'s "quoted"', 'a/b~c', '1'];
const name = fc.constantFrom(...NAMES);

const { schema: anySchema, object: objectSchema } = fc.letrec<{ schema: Schema | boolean; object: Schema }>(
  (tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Schema | boolean>(true, {}, { $ref: '#/components/schemas/Node' } as Schema),
      tie('object'),
    ),
    object: fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
        additionalProperties: tie('schema'),
        items: tie('schema'),
        writeOnly: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ) as fc.Arbitrary<Schema>,
  }),
);

class Row {
  readonly #state: object;
  constructor(state: object) {
    this.#state = state;
    // An assignment of `__proto__` would change the class.
    Object.defineProperties(this, Object.getOwnPropertyDescriptors(state));
  }
  get state(): object {
    return this.#state;
  }
}

/** Makes a value of a handler; each call returns a new one. */
type Make = () => unknown;

const { value: anyValue } = fc.letrec<{ value: Make }>((tie) => {
  const members = fc.dictionary(name, tie('value') as fc.Arbitrary<Make>, {
    maxKeys: 4,
    noNullPrototype: true,
  });
  const made = (makes: Readonly<Record<string, Make>>) =>
    Object.entries(makes).map(([key, make]): [string, unknown] => [key, make()]);
  return {
    value: fc.oneof(
      { maxDepth: 4 },
      fc
        .constantFrom<unknown>('text', 7, Number.NaN, -0, true, null, undefined, Symbol('s'))
        .map((v) => () => v),
      fc.constantFrom<Make>(
        () => new Date(0),
        () => new Date(Number.NaN),
        () => Object('boxed'),
        () => new Map([['a', 1]]),
        () => () => undefined,
      ),
      members.map((makes) => () => Object.fromEntries(made(makes))),
      members.map((makes) => () => Object.assign(Object.create(null), Object.fromEntries(made(makes)))),
      members.map((makes) => () => new Row(Object.fromEntries(made(makes)))),
      members.map((makes) => () => ({ toJSON: () => Object.fromEntries(made(makes)) })),
      members.map((makes) => () => readOnce(makes)),
      fc
        .array(tie('value') as fc.Arbitrary<Make>, { maxLength: 3 })
        .map((makes) => () => makes.map((make) => make())),
    ),
  };
});

/** An object with getters, each of which returns a secret when it is read again. */
function readOnce(makes: Readonly<Record<string, Make>>): object {
  const object = {};
  for (const [key, make] of Object.entries(makes)) {
    let isRead = false;
    const get = () => {
      if (isRead) return { secret: 'whsec_' };
      isRead = true;
      return make();
    };
    if (key !== 'toJSON') Object.defineProperty(object, key, { get, enumerable: true, configurable: true });
  }
  return object;
}

const documents = { management: opened('management'), observability: opened('observability') };

function opened(surface: Surface) {
  const document = contractDocument(surface);
  return { document, compile: createCopyCompiler(document) };
}

describe('the copy of a body', () => {
  test('is what JSON writes of it, if its schema declares all of it', () => {
    fc.assert(
      fc.property(anySchema, objectSchema, anyValue, (schema, node, make) => {
        const document = documentWith({ components: { schemas: { Node: node as SchemaObject } } });
        const copy = createCopyCompiler(document)(schema, 'a schema');
        expectDeclaredCopy(document, schema, copy, make);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(Object.keys(operations) as OperationId[])(
    'of %s is the same by generated code',
    (operationId) => {
      const { surface, path, method, statuses } = operations[operationId];
      const { document, compile } = documents[surface];
      const { responses } = readOperation(document, path, method);
      // All operations have the same problems.
      for (const status of statuses.filter((code) => code < 400 || operationId === 'createPipe')) {
        const [media] = Object.values(responses.get(String(status))?.content ?? {});
        const generated = responseCopies[operationId]?.[status];
        expect(generated === undefined).toBe(media === undefined);
        if (media === undefined || generated === undefined) continue;
        const compiled = compile(media.schema, operationId);
        const [example] = Object.values(responseExamples(operationId, status));
        expectDeclaredCopy(document, media.schema, generated, () => example);
        const bodies = [...changed(example, (value) => value)];
        expect(bodies.map((body) => outcomeOf(generated, body))).toEqual(
          bodies.map((body) => outcomeOf(compiled, body)),
        );
      }
    },
  );
});

/** The value with other values at each location, and with another property in each object. */
function* changed(value: unknown, enclose: (changed: unknown) => unknown): Generator<unknown> {
  for (const other of [['x'], { secret: 'x' }, new Date(0)]) yield enclose(other);
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield enclose({ ...value, secret: 'x' });
  for (const [key, member] of Object.entries(value)) {
    const inside = (part: unknown) => {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      return enclose(Object.assign(copy, { [key]: part }));
    };
    yield* changed(member, inside);
  }
}
