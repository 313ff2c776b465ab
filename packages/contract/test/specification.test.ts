import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import type { Surface } from '../src/index.ts';
import { readOperations, resolve as resolveReference } from '../src/reader.ts';
import {
  contradictions,
  type Field,
  occurrences,
  parentOf,
  type Schema,
  type Schemas,
  specification,
} from './support/specification.ts';

const surfaces: Surface[] = ['management', 'observability'];

interface Marked {
  readonly $ref?: string;
  readonly 'x-decision'?: unknown;
}

interface Parameter extends Marked {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Message extends Marked {
  readonly description?: string;
  readonly required?: boolean;
  readonly headers?: Record<string, Marked>;
  readonly content?: Record<string, { schema: Schema }>;
}

interface OperationObject extends Marked {
  readonly operationId: string;
  readonly parameters?: Parameter[];
  readonly requestBody?: Message;
  readonly responses: Record<string, Message>;
  readonly security?: Record<string, string[]>[];
  readonly 'x-stability': string;
}

interface FoundOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
  readonly parameters: Parameter[];
}

const documents = {
  management: contractDocument('management'),
  observability: contractDocument('observability'),
};

function schemasOf(surface: Surface) {
  return documents[surface].components.schemas as Schemas;
}

function resolve<T extends Marked>(surface: Surface, value: T): T {
  return resolveReference<T>(documents[surface], value);
}

function operationsOf(surface: Surface): FoundOperation[] {
  return readOperations(documents[surface]).map(({ path, method, operation, parameters }) => ({
    path,
    method,
    operation: operation as unknown as OperationObject,
    parameters: parameters as unknown as Parameter[],
  }));
}

function specifiedOperation(surface: Surface, path: string, method: string) {
  return specification.operations.find(
    (row) => row.surface === surface && row.path === path && row.method === method,
  );
}

const isMarked = (value: Marked | undefined) => value?.['x-decision'] !== undefined;
const componentOf = (message: Message | undefined) =>
  message?.content?.['application/json']?.schema.$ref?.replace('#/components/schemas/', '');

function rowsOf(surface: Surface, schema: string) {
  return specification.fields.filter((field) => field.surface === surface && field.schema === schema);
}

const components = Object.values(
  Object.groupBy(specification.fields, ({ surface, schema }) => `${surface} ${schema}`),
).flatMap((rows) => rows?.[0] ?? []);

describe('the list of fields', () => {
  test('names each field once', () => {
    const names = specification.fields.map(
      ({ surface, schema, pointer }) => `${surface} ${schema}${pointer}`,
    );
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.length).toBeGreaterThan(200);
  });

  test('has the object or array of each field', () => {
    const orphans = specification.fields.filter(({ surface, schema, pointer }) => {
      const parent = parentOf(pointer).replace(/\/\*$/, '');
      const holder = rowsOf(surface, schema).find((row) => row.pointer === parent);
      const expected = parentOf(pointer).endsWith('/*') ? 'array of object' : 'object';
      return parent !== '' && holder?.type !== expected;
    });
    expect(orphans).toEqual([]);
  });

  test('lists the fields of each body that an operation has', () => {
    for (const { surface, request, response } of specification.operations) {
      if (request !== undefined) expect(rowsOf(surface, request)[0]?.direction, request).toBe('request');
      if (response !== undefined) expect(rowsOf(surface, response)[0]?.direction, response).toBe('response');
    }
  });
});

describe('the fields of the specification', () => {
  test.each(components)('$surface: $schema has them, narrows none and marks what it adds', (row) => {
    const { surface, schema } = row;
    expect(contradictions(schemasOf(surface), schema, rowsOf(surface, schema))).toEqual([]);
  });

  test.each(specification.neverReturned)('$surface: $schema returns no credentials', (row) => {
    expect(occurrences(schemasOf(row.surface), row.schema, row.names)).toEqual([]);
  });
});

describe.each(surfaces)('the operations of the specification, %s', (surface) => {
  const specified = specification.surfaces[surface];
  const operations = operationsOf(surface);
  const rows = specification.operations.filter((row) => row.surface === surface);

  test.each(rows)('$method $path', (row) => {
    const found = operations.find(({ path, method }) => path === row.path && method === row.method);
    if (found === undefined) throw new Error('The contract does not have this operation.');
    const { requestBody, responses, 'x-stability': stability } = found.operation;
    if (row.request !== undefined) {
      expect(componentOf(requestBody)).toBe(row.request);
      expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json']);
    }
    if (row.response !== undefined) expect(componentOf(responses['200'])).toBe(row.response);
    if (row.responseDescription !== undefined)
      expect(responses['200']?.description).toBe(row.responseDescription);
    if (row.stability !== undefined) expect(stability).toBe(row.stability);
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
    if (row.status !== undefined) expect(successes).toEqual([String(row.status)]);
  });

  test('the operations that are listed without a path', () => {
    const missing = specification.listedOperations
      .filter((row) => row.surface === surface)
      .flatMap(({ under, operations: ids }) =>
        ids.filter(
          (id) => !operations.some((o) => o.operation.operationId === id && o.path.startsWith(under)),
        ),
      );
    expect(missing).toEqual([]);
  });

  test('every path has the prefix of its surface', () => {
    expect(operations.filter(({ path }) => !path.startsWith(specified.pathPrefix))).toEqual([]);
  });

  test('every operation requires the scheme of its surface, and no other', () => {
    const { security, components: parts } = documents[surface];
    const schemes = Object.entries(parts.securitySchemes ?? {});
    expect(schemes.map(([, scheme]) => scheme)).toEqual([expect.objectContaining(specified.security)]);
    for (const { operation } of operations) {
      const needed = operation.security ?? security;
      expect(needed, operation.operationId).toEqual([{ [schemes[0]?.[0] ?? '']: [] }]);
    }
  });

  test('path parameters have their formats', () => {
    for (const { name, type, format } of specification.pathParameters.filter((p) => p.surface === surface)) {
      const users = operations.filter(({ path }) => path.includes(`{${name}}`));
      expect(users.length, name).toBeGreaterThan(0);
      for (const { operation, parameters } of users) {
        const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
        expect(parameter, `${operation.operationId} ${name}`).toMatchObject({
          required: true,
          schema: { type, format },
        });
        const narrowings = Object.keys(parameter?.schema ?? {}).filter(
          (key) => !['type', 'format'].includes(key),
        );
        expect(narrowings, `${operation.operationId} ${name}`).toEqual([]);
      }
    }
  });

  test('every addition is marked: operations, parameters, responses and headers', () => {
    const unmarked = operations.flatMap(({ path, method, operation, parameters }) => {
      const { operationId, responses } = operation;
      const row = specifiedOperation(surface, path, method);
      const given = specification.pathParameters.map(({ name }) => name);
      return [
        ...(row === undefined && !isMarked(operation) ? [operationId] : []),
        ...parameters
          .filter((parameter) => !given.includes(parameter.name) && !isMarked(parameter))
          .map(({ name }) => `${operationId}: parameter ${name}`),
        ...Object.entries(responses).flatMap(([status, written]) => {
          const response = resolve(surface, written);
          const headers = Object.entries(response.headers ?? {});
          return [
            ...(status !== '200' && !isMarked(response) ? [`${operationId}: response ${status}`] : []),
            ...headers
              .filter(([, header]) => !isMarked(resolve(surface, header)))
              .map(([name]) => `${operationId}: response ${status}, header ${name}`),
          ];
        }),
      ];
    });
    expect(unmarked).toEqual([]);
  });
});

describe('the comparison', () => {
  const row = (pointer: string, type: string, more: Partial<Field> = {}): Field => ({
    ...{ surface: 'management', schema: 'Thing', pointer, type, direction: 'response', section: '' },
    ...more,
  });
  const rows = [
    row('/name', 'string'),
    row('/size', 'number'),
    row('/kind', 'string', { enum: ['a', 'b'] }),
    row('/parts', 'array of object'),
    row('/parts/*/id', 'string'),
  ];
  const part: Schema = { type: 'object', properties: { id: { type: 'string' } } };
  const properties: Record<string, Schema> = {
    name: { type: 'string' },
    size: { type: 'number' },
    kind: { $ref: '#/components/schemas/Kind' },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
  };
  const things = (change: Record<string, Schema> = {}, more: Schemas = {}, thing: Schema = {}): Schemas => ({
    Thing: { type: 'object', properties: { ...properties, ...change }, ...thing },
    Kind: { type: 'string', enum: ['b', 'a'] },
    Part: part,
    ...more,
  });
  const as = (direction: Field['direction']) => rows.map((field) => ({ ...field, direction }));

  test('finds nothing in components that match', () => {
    expect(contradictions(things(), 'Thing', rows)).toEqual([]);
  });

  test.each<[string, Schemas, string[]]>([
    ['a missing component', {}, ['Thing: there is no such component']],
    [
      'a missing property',
      things({}, { Part: { type: 'object' } }),
      ['Thing/parts/*/id (component Part): is missing'],
    ],
    [
      'an integer',
      things({ size: { type: 'integer' } }),
      ['Thing/size: must be of type number, is "integer"'],
    ],
    [
      'a null',
      things({ name: { type: ['string', 'null'] } }),
      ['Thing/name: must be of type string, is ["string","null"]'],
    ],
    [
      'a value that an enum lacks',
      things({}, { Kind: { type: 'string', enum: ['a'], 'x-decision': 'D-01' } }),
      ['Thing/kind (component Kind): must have the enum ["a","b"], has ["a"]'],
    ],
    [
      'an enum',
      things({ name: { type: 'string', enum: ['one'] } }),
      ['Thing/name: has enum without x-decision, the specification has none'],
    ],
    [
      'a bound in a response',
      things({ size: { type: 'number', maximum: 9 } }),
      ['Thing/size: has maximum without x-decision, the specification has none'],
    ],
    [
      'a required property',
      things({}, { Part: { ...part, required: ['id'] } }),
      ['Thing/parts/* (component Part): requires id without x-decision, the specification does not'],
    ],
    [
      'an added property',
      things({ colour: { type: 'string' } }),
      ['Thing/colour: is added, and has no x-decision'],
    ],
    [
      'a property that cannot be read',
      things({ name: { type: 'string', writeOnly: true, 'x-decision': 'D-01' } }),
      ['Thing/name: is writeOnly, and must be returned'],
    ],
  ])('finds %s', (_, schemas, expected) => {
    expect(contradictions(schemas, 'Thing', rows)).toEqual(expected);
  });

  const decided = { 'x-decision': 'D-01' };
  test.each<[string, Schemas]>([
    ['at the property', things({ colour: { type: 'string', ...decided } })],
    [
      'at the component that is referred to',
      things({ colour: { $ref: '#/components/schemas/Colour' } }, { Colour: { type: 'string', ...decided } }),
    ],
    ['where it is required', things({}, { Part: { ...part, required: ['id'], ...decided } })],
    ['where it is narrowed', things({ size: { type: 'number', maximum: 9, ...decided } })],
  ])('accepts a mark %s', (_, schemas) => {
    expect(contradictions(schemas, 'Thing', rows)).toEqual([]);
  });

  test('accepts no mark at the object that encloses a field', () => {
    const schemas = things({ colour: { type: 'string' }, size: { type: 'number', maximum: 9 } }, {}, decided);
    expect(contradictions(schemas, 'Thing', rows)).toEqual([
      'Thing/size: has maximum without x-decision, the specification has none',
      'Thing/colour: is added, and has no x-decision',
    ]);
  });

  test('lets a request have bounds, and no enum', () => {
    const bounds = { minLength: 1, maxLength: 9, pattern: '^a' };
    expect(contradictions(things({ name: { type: 'string', ...bounds } }), 'Thing', as('request'))).toEqual(
      [],
    );
    expect(
      contradictions(things({ name: { type: 'string', enum: ['a'] } }), 'Thing', as('request')),
    ).toHaveLength(1);
  });

  test('compares `required` with the specification, marked or not', () => {
    const specified = [
      row('/name', 'string', { required: false }),
      row('/size', 'number', { required: true }),
    ];
    const typed = { name: { type: 'string' }, size: { type: 'number' } };
    const schemas = { Thing: { type: 'object', properties: typed, required: ['name'], ...decided } };
    expect(contradictions(schemas, 'Thing', specified)).toEqual([
      'Thing: must not require name',
      'Thing: must require size',
    ]);
  });
});

describe('what the specification does not have', () => {
  /** Components that the specification describes in other tables. */
  const GIVEN = ['AlertSource', 'AlertThresholdType', 'PipeSettings', 'RequestId'];
  const listed = new Set(specification.fields.map(({ schema }) => schema));

  test.each(surfaces)('%s: every other component rests on a decision', (surface) => {
    const schemas = Object.entries(
      (contractDocument(surface).components.schemas ?? {}) as Record<string, Marked>,
    );
    const unmarked = schemas.filter(
      ([name, schema]) => !listed.has(name) && schema['x-decision'] === undefined,
    );
    expect(unmarked.map(([name]) => name).filter((name) => !GIVEN.includes(name))).toEqual([]);
  });
});
