import type { Rule, RuleSchema, RuleValue } from '@penstock/contract/reader';
import { createVariantCheck } from '@penstock/contract/validators';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rulesCondition, variantsCondition } from '../../../generate/emit/validators/object-conditions.ts';
import { readVariants } from '../../../generate/read/contract-reader.ts';

const DOCUMENT = { openapi: '3.1.0', info: { title: 'conditions', version: '1' }, paths: {}, components: {} };
const checkOf = createVariantCheck(DOCUMENT);
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The condition as generated code evaluates it. */
function evaluated(condition: string): (data: object) => boolean {
  const compiled = new Function('isObject', 'data', `return ${condition};`);
  return (data) => compiled(isObject, data);
}

const NAMES = ['kind', 'a', 'b', "it's"];
const name = fc.constantFrom(...NAMES);
const scalar: fc.Arbitrary<RuleValue> = fc.constantFrom<RuleValue>('', 'a', 'metric', 0, 1, 2.5, true, null);
const few = { maxLength: 2 };

const { schema } = fc.letrec<{ schema: RuleSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.boolean(),
    fc.record(
      {
        required: fc.uniqueArray(name, few),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 2 }),
        propertyNames: tie('schema'),
        items: tie('schema'),
        const: scalar,
        enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 2 }),
        not: tie('schema'),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        minimum: fc.constantFrom(0, 1),
        maximum: fc.constantFrom(0, 1),
        minLength: fc.constantFrom(0, 1, 2),
        minItems: fc.constantFrom(0, 1, 2),
        maxItems: fc.constantFrom(0, 1, 2),
        pattern: fc.constantFrom('^a', '/"', '\\d'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<RuleSchema>,
  ),
}));

const rule = fc.record({ when: schema, must: schema }, { requiredKeys: ['must'] }) as fc.Arbitrary<Rule>;
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), few), fc.dictionary(name, tie('value'))),
}));
const object = fc.dictionary(name, value);

test('the code of rules accepts the objects in which no errors are found', () => {
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), object, (rules, data) => {
      const errors = checkOf({ type: 'object', 'x-rules': rules })(data);
      expect(evaluated(rulesCondition(rules, 'data'))(data)).toBe(errors.length === 0);
    }),
    { numRuns: 300 },
  );
});

const lists = fc.record({ required: fc.subarray(['a', 'b']), optional: fc.subarray(["it's"]) });
const discriminated = fc.record({
  'x-discriminator': fc.constant('kind'),
  'x-variants': fc.dictionary(fc.constantFrom('metric', 'a', ''), lists, { minKeys: 1 }),
  'x-absent-variant': fc.option(fc.oneof(fc.constantFrom('metric', 'a', ''), lists), { nil: undefined }),
});
const members = fc.record({ 'x-exactly-one-of': fc.subarray(NAMES, { minLength: 1 }) });

test('the code of variants accepts the objects in which no errors are found', () => {
  fc.assert(
    fc.property(fc.oneof(discriminated, members), object, (marks, data) => {
      const marked = { type: 'object', properties: { kind: { type: 'string' } }, ...marks };
      const variants = readVariants(DOCUMENT, marked);
      if (variants === undefined) throw new Error('the schema has no variants');
      const errors = checkOf(marked)(data);
      expect(evaluated(variantsCondition(variants, 'data'))(data)).toBe(errors.length === 0);
    }),
    { numRuns: 300 },
  );
});
