import type { OpenApiDocument, SchemaObject } from '@penstock/contract/reader';
import { expect, test } from 'vitest';
import { type ObjectFields, readFields } from '../../src/contract/fields.ts';
import { provenanceReader } from '../../src/contract/provenance.ts';

test('a schema that contains itself ends with the path of the outer field', () => {
  const fields = read({
    Tree: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        root: { $ref: '#/components/schemas/Node' },
      },
    },
    Node: {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
    },
  });
  const root = fields?.fields[1];
  expect(root?.content?.fields[0]).toMatchObject({
    path: 'root.children',
    type: 'list of objects',
    repeats: 'root',
  });
  expect(root?.content?.fields[0]?.content).toBeUndefined();
});

test('a body that contains itself and a list of itself end', () => {
  const fields = read({
    Tree: {
      type: 'object',
      properties: {
        parent: { $ref: '#/components/schemas/Tree' },
        lists: { $ref: '#/components/schemas/Lists' },
      },
    },
    Lists: { type: 'array', items: { $ref: '#/components/schemas/Lists' } },
  });
  expect(fields?.fields).toMatchObject([
    { path: 'parent', repeats: '' },
    { path: 'lists', type: 'list of lists of lists of lists of lists of values' },
  ]);
});

test.each<[string, SchemaObject, object]>([
  [
    'a default in the description',
    { type: 'string', description: 'The type (default: `kafka`).' },
    { description: 'The type.', default: '`kafka`' },
  ],
  ['a default of the schema', { type: 'boolean', default: false }, { default: '`false`' }],
  ['bounds', { type: 'string', minLength: 1, maxLength: 4096 }, { bounds: ['1 to 4,096 characters'] }],
  [
    'one bound',
    { type: 'array', items: { type: 'string', maxLength: 1 }, minItems: 1 },
    { bounds: ['at least 1 item', 'each at most 1 character'] },
  ],
  ['an exact length', { type: 'string', minLength: 2, maxLength: 2 }, { bounds: ['exactly 2 characters'] }],
  ['steps', { type: 'number', minimum: 0, multipleOf: 0.5 }, { bounds: ['at least 0', 'a multiple of 0.5'] }],
  ['a closed set', { type: 'string', enum: ['a', 'b'] }, { values: ['a', 'b'], isOpenSet: false }],
  ['an open set', { type: 'string', 'x-extensible-enum': ['a'] }, { values: ['a'], isOpenSet: true }],
  [
    'a value that null removes',
    { type: ['string', 'null'], 'x-clearable': true },
    { type: 'string or null', isClearable: true },
  ],
  ['a map', { type: 'object', additionalProperties: { type: 'number' } }, { type: 'map of numbers' }],
  [
    'formats',
    { type: 'array', items: { type: 'string', format: 'date-time' } },
    { type: 'list of timestamps' },
  ],
  ['no type', {}, { type: 'value' }],
  ['an example', { type: 'integer', examples: [5] }, { example: '5' }],
])('reads %s', (_, schema, expected) => {
  expect(read({ Tree: { type: 'object', properties: { value: schema } } })?.fields[0]).toMatchObject(
    expected,
  );
});

test.each([
  ['syncIntervalSeconds', 'seconds'],
  ['streaming_max_insert_wait_ms', 'milliseconds'],
  ['replicaMemoryGb', 'gigabytes'],
  ['replicas', undefined],
])('the unit of %s is %s', (name, unit) => {
  const fields = read({ Tree: { type: 'object', properties: { [name]: { type: 'number' } } } });
  expect(fields?.fields[0]?.unit).toBe(unit);
});

test('text has no unit, and a body that is no object has no fields', () => {
  const fields = read({
    Tree: { type: 'object', properties: { seconds: { type: 'string' }, waitSeconds: { type: 'string' } } },
  });
  expect(fields?.fields.map(({ unit }) => unit)).toEqual([undefined, undefined]);
  expect(read({ Tree: { type: 'string' } })).toBeUndefined();
});

function read(schemas: Readonly<Record<string, SchemaObject>>): ObjectFields | undefined {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: 'Trees', version: '1.0.0' },
    paths: {},
    components: { schemas },
  };
  const specification = { pathParameters: [], operations: [], listedOperations: [], groups: [] };
  const provenance = provenanceReader({ surface: 'management', document }, specification);
  return readFields({ document, provenance, pipeAuthentication: {} }, { $ref: '#/components/schemas/Tree' });
}
