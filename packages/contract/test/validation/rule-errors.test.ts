import { describe, expect, test } from 'vitest';
import type { Rule, RuleSchema } from '../../src/reader.ts';
import { createVariantCheck, MAX_ERRORS } from '../../src/validators.ts';
import { documentWith } from '../support/document.ts';

const variantsOf = createVariantCheck(documentWith({}));

function errorsOf(rules: readonly Rule[], value: unknown) {
  return variantsOf({ type: 'object', 'x-rules': rules })(value);
}

const METRIC: RuleSchema = { required: ['kind'], properties: { kind: { const: 'metric' } } };

describe('a rule between properties', () => {
  const rule: Rule = {
    condition: 'if kind is metric',
    when: METRIC,
    must: {
      required: ['tables'],
      properties: { from: { properties: { table: { const: '' } } }, trace: false },
    },
  };

  test('reports missing, inapplicable and wrong properties, each at its pointer', () => {
    expect(errorsOf([rule], { kind: 'metric', from: { table: 'x' }, trace: 1 })).toEqual([
      { pointer: '/tables', code: 'required', message: 'is required if kind is metric' },
      { pointer: '/from/table', code: 'not_applicable', message: 'must be empty if kind is metric' },
      { pointer: '/trace', code: 'not_applicable', message: 'does not apply if kind is metric; remove it' },
    ]);
  });

  test.each([
    ['the properties fit', { kind: 'metric', tables: {}, from: { table: '' } }],
    ['the condition is not met', { kind: 'log', trace: 1 }],
    ['the condition is about an absent property', { trace: 1 }],
    ['a part has another type', { kind: 'metric', tables: {}, from: 7 }],
  ])('reports nothing if %s', (_, value) => {
    expect(errorsOf([rule], value)).toEqual([]);
  });

  test('without a condition applies to every object', () => {
    const always = {
      message: 'must not be signed',
      must: { properties: { url: { not: { pattern: 'sig=' } } } },
    };
    expect(errorsOf([always], { url: 'https://a?sig=1' })).toEqual([
      { pointer: '/url', code: 'invalid', message: 'must not be signed' },
    ]);
    expect(errorsOf([always], { url: 'https://a' })).toEqual([]);
  });
});

test.each<[RuleSchema, unknown, string | undefined, string?]>([
  [true, 'x', undefined],
  [false, 'x', 'does not apply here; remove it', 'not_applicable'],
  [{ const: null }, null, undefined],
  [{ const: null }, 'x', 'must be null here', 'not_applicable'],
  [{ enum: ['a', 'b'] }, 'a', undefined],
  [{ enum: ['a', 'b'] }, 'c', 'must be one of a, b here', 'not_applicable'],
  [{ not: { const: 'x' } }, 'x', 'has a value that is not allowed here', 'invalid'],
  [{ anyOf: [{ const: 'x' }, { const: 'y' }] }, 'y', undefined],
  [{ anyOf: [{ const: 'x' }, { const: 'y' }] }, 'z', 'has a value that is not allowed here', 'invalid'],
  [{ minimum: 3 }, 2, 'must be >= 3 here', 'out_of_range'],
  [{ minimum: 3 }, 3, undefined],
  [{ maximum: 3 }, 4, 'must be <= 3 here', 'out_of_range'],
  [{ maximum: 3 }, '4', undefined],
  [{ minItems: 1 }, [], 'must have at least 1 items here', 'invalid_length'],
  [{ maxItems: 0 }, [1], 'must have at most 0 items here', 'invalid_length'],
  [{ minLength: 1 }, '', 'must have at least 1 characters here', 'invalid_length'],
  [{ minLength: 1 }, [], undefined],
  [{ pattern: '^a' }, 'b', 'must match ^a here', 'invalid_pattern'],
  [{ pattern: '^a' }, 'ab', undefined],
])('%j with %j', (schema, value, message, code) => {
  const errors = errorsOf([{ condition: 'here', must: { properties: { 'a/b': schema } } }], { 'a/b': value });
  expect(errors).toEqual(message === undefined ? [] : [{ pointer: '/a~1b', code, message }]);
});

test('each item of a list and each name of a map has its pointer', () => {
  const must = {
    properties: {
      list: { items: { required: ['a'] } },
      map: { propertyNames: { not: { pattern: '^host$' } } },
    },
  };
  expect(
    errorsOf([{ condition: 'here', must }], { list: [{ a: 1 }, {}], map: { host: 1, other: 2 } }),
  ).toEqual([
    { pointer: '/list/1/a', code: 'required', message: 'is required here' },
    { pointer: '/map/host', code: 'not_applicable', message: 'does not apply here; remove it' },
  ]);
});

test('at most fifty errors are reported', () => {
  const rules = [{ condition: 'here', must: { properties: { list: { items: false } } } }];
  expect(errorsOf(rules, { list: Array.from({ length: 100 }, () => 1) })).toHaveLength(MAX_ERRORS);
});
