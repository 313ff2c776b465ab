import { describe, expect, test } from 'vitest';
import { readVariants, type SchemaObject } from '../../src/reader.ts';
import { documentWith } from '../support/document.ts';

const document = documentWith({
  components: {
    schemas: {
      Closed: { type: 'string', enum: ['now', 'at'] },
      Open: { type: 'string', 'x-extensible-enum': ['now', 'at'] },
    },
  },
});
const START: SchemaObject = {
  type: 'object',
  'x-discriminator': 'from',
  'x-variants': { now: { optional: ['delay'] }, at: { required: ['time'], optional: ['delay'] } },
  properties: { from: { $ref: '#/components/schemas/Closed' }, time: {}, delay: {}, name: {} },
};

test('a schema without marks has no variants', () => {
  expect(readVariants(document, { type: 'object', properties: { kafka: {} } })).toBeUndefined();
});

describe('x-exactly-one-of', () => {
  const source: SchemaObject = {
    type: 'object',
    'x-exactly-one-of': ['kafka', 'postgres'],
    properties: { kafka: {}, postgres: {}, name: {} },
  };

  test('has one variant for each member', () => {
    expect(readVariants(document, { ...source, additionalProperties: false })).toEqual({
      isOpen: false,
      variants: [
        { name: 'kafka', isDefault: false, required: ['kafka'], optional: [], excluded: ['postgres'] },
        { name: 'postgres', isDefault: false, required: ['postgres'], optional: [], excluded: ['kafka'] },
      ],
    });
  });

  test('may grow if the object is open', () => {
    expect(readVariants(document, source)?.isOpen).toBe(true);
  });
});

describe('x-discriminator', () => {
  test('has one variant for each value; those of others are excluded', () => {
    expect(readVariants(document, { ...START, required: ['from'] })).toEqual({
      discriminator: 'from',
      isOpen: false,
      variants: [
        { name: 'now', isDefault: false, required: [], optional: ['delay'], excluded: ['time'] },
        { name: 'at', isDefault: false, required: ['time'], optional: ['delay'], excluded: [] },
      ],
    });
  });

  test('may grow if its set may', () => {
    const open = {
      ...START,
      properties: { ...START.properties, from: { $ref: '#/components/schemas/Open' } },
    };
    expect(readVariants(document, open)?.isOpen).toBe(true);
  });

  test('has a variant for objects without it: one of the values, or one of its own', () => {
    const variants = (absent: unknown) =>
      readVariants(document, { ...START, 'x-absent-variant': absent })?.variants;
    expect(variants('now')?.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['now', true],
      ['at', false],
    ]);
    expect(variants({ required: ['name'] })?.at(-1)).toEqual({
      isDefault: true,
      required: ['name'],
      optional: [],
      excluded: ['delay', 'time'],
    });
  });
});
