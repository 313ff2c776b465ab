import { describe, expect, test } from 'vitest';
import type { SchemaObject } from '../../src/reader.ts';
import { createVariantCheck, MAX_ERRORS } from '../../src/validators.ts';
import { documentWith } from '../support/document.ts';

const SERIES: SchemaObject = {
  type: 'object',
  'x-discriminator': 'function',
  'x-absent-variant': { required: ['column'] },
  'x-variants': { count: {}, sum: { required: ['value'] } },
  properties: {
    function: { type: 'string', enum: ['count', 'sum'] },
    value: { type: 'string' },
    column: { type: 'string' },
    below: { type: 'array', items: { $ref: '#/components/schemas/Series' } },
  },
};
const SOURCE: SchemaObject = {
  type: 'object',
  additionalProperties: false,
  'x-exactly-one-of': ['a/b', 'c'],
  properties: { 'a/b': { $ref: '#/components/schemas/Series' }, c: {} },
};
const variantsOf = createVariantCheck(
  documentWith({ components: { schemas: { Series: SERIES, Source: SOURCE } } }),
);
const inSeries = variantsOf({ $ref: '#/components/schemas/Series' });
const inSource = variantsOf({ $ref: '#/components/schemas/Source' });

describe('an object with a discriminator', () => {
  test('has the properties of its variant', () => {
    expect(inSeries({ function: 'sum', value: 'v' })).toEqual([]);
    expect(inSeries({ function: 'sum', column: 'c' })).toEqual([
      { pointer: '/value', code: 'required', message: 'is required if function is sum' },
      { pointer: '/column', code: 'not_applicable', message: 'does not apply if function is sum; remove it' },
    ]);
  });

  test('may lack the discriminator', () => {
    expect(inSeries({ column: 'c' })).toEqual([]);
    expect(inSeries({ value: 'v' })).toEqual([
      { pointer: '/column', code: 'required', message: 'is required without function' },
      { pointer: '/value', code: 'not_applicable', message: 'does not apply without function; remove it' },
    ]);
  });

  test('is named by its default', () => {
    const withDefault = variantsOf({ ...SERIES, 'x-absent-variant': 'sum' });
    expect(withDefault({})).toEqual([
      { pointer: '/value', code: 'required', message: 'is required if function is sum, its default' },
    ]);
  });

  test.each(['average', 7, null, 'constructor'])('is not checked if its value is unknown: %s', (value) => {
    expect(inSeries({ function: value, value: 'v', column: 'c' })).toEqual([]);
  });
});

describe('an object with exactly one member', () => {
  test.each([
    ['none', {}],
    ['two', { 'a/b': { column: 'c' }, c: 1 }],
  ])('is invalid with %s', (_, value) => {
    expect(inSource(value)).toEqual([
      { pointer: '', code: 'invalid', message: 'must contain exactly one of a/b, c' },
    ]);
  });

  test('may contain others, whose pointers are escaped', () => {
    expect(inSource({ 'a/b': { function: 'sum' } })).toEqual([
      expect.objectContaining({ pointer: '/a~1b/value', code: 'required' }),
    ]);
  });
});

describe('a body', () => {
  test('is checked at every depth, in lists, in maps and in parts', () => {
    expect(inSeries({ function: 'count', below: [{ column: 'c' }, { below: [{}] }] })).toMatchObject([
      { pointer: '/below/1/below/0/column' },
      { pointer: '/below/1/column' },
    ]);
    const map = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Series' } };
    expect(variantsOf(map)({ x: {} })).toMatchObject([{ pointer: '/x/column' }]);
    expect(
      variantsOf({ allOf: [map, { properties: { y: { $ref: '#/components/schemas/Source' } } }] })({ y: {} }),
    ).toMatchObject([{ pointer: '/y/column' }, { pointer: '/y', code: 'invalid' }]);
  });

  test('has at most fifty errors', () => {
    const below = Array.from({ length: 100 }, () => ({ value: 'v' }));
    expect(inSeries({ function: 'count', below })).toHaveLength(MAX_ERRORS);
  });

  test.each([undefined, null, 'x', [], 7])('of another type is for the schema: %s', (value) => {
    expect(inSource(value)).toEqual([]);
  });
});
