import type { Rule, RuleKeywords, RuleSchema, Variant, Variants } from '../../read/contract-reader.ts';

/* Conditions in JavaScript. Whether a valid object obeys its rules costs nothing but comparisons; `ruleErrors` and
   `variantErrors` of the contract package explain the others. */

/** The condition under which the object in a variable obeys rules. */
export function rulesCondition(rules: readonly Rule[], object: string): string {
  return rules
    .map(({ when = true, must }) => implies(matches(when, object), matches(must, object)))
    .join(AND);
}

/** The condition under which the object in a variable has the properties of its variant. */
export function variantsCondition({ discriminator, variants }: Variants, object: string): string {
  if (discriminator === undefined) {
    const present = variants.map(({ name = '' }) => `(${isPresent(object, name)} ? 1 : 0)`);
    return `${present.join(' + ')} === 1`;
  }
  const selected = member(object, discriminator);
  const absent = variants.find(({ isDefault }) => isDefault);
  const named = variants.filter(({ name }) => name !== undefined);
  const choices = named.map(
    (variant) => `${selected} === ${JSON.stringify(variant.name)} ? ${fits(variant, object)} : `,
  );
  return `${selected} === undefined ? ${absent === undefined ? true : fits(absent, object)} : ${choices.join('')}true`;
}

const AND = ' && ';

function fits({ required, excluded }: Variant, object: string): string {
  const conditions = [
    ...required.map((name) => isPresent(object, name)),
    ...excluded.map((name) => isAbsent(object, name)),
  ];
  return conditions.length === 0 ? 'true' : conditions.join(AND);
}

function implies(condition: string, consequence: string): string {
  return condition === 'true' ? `(${consequence})` : `(!(${condition}) || (${consequence}))`;
}

/** The keywords of JSON Schema accept every value that is not of their type. */
function matches(schema: RuleSchema, value: string): string {
  if (typeof schema === 'boolean') return String(schema);
  const ofObject = objectConditions(schema, value);
  const others = Object.entries(schema).flatMap(([keyword, argument]) => {
    const condition = CONDITIONS[keyword as keyof typeof CONDITIONS];
    return condition === undefined ? [] : [(condition as Condition<unknown>)(value, argument)];
  });
  const guarded = ofObject.length === 0 ? [] : [`(!isObject(${value}) || (${ofObject.join(AND)}))`];
  const conditions = [...guarded, ...others];
  return conditions.length === 0 ? 'true' : conditions.join(AND);
}

function objectConditions(
  { required = [], properties = {}, propertyNames }: RuleKeywords,
  object: string,
): string[] {
  return [
    ...required.map((name) => isPresent(object, name)),
    ...Object.entries(properties).map(([name, schema]) =>
      schema === false
        ? isAbsent(object, name)
        : `(${isAbsent(object, name)} || (${matches(schema, member(object, name))}))`,
    ),
    ...(propertyNames === undefined
      ? []
      : [`Object.keys(${object}).every((name) => ${matches(propertyNames, 'name')})`]),
  ];
}

type Condition<Argument> = (value: string, argument: Argument) => string;

type OtherKeywords = Omit<RuleKeywords, 'required' | 'properties' | 'propertyNames'>;

const CONDITIONS: { readonly [Name in keyof OtherKeywords]-?: Condition<NonNullable<OtherKeywords[Name]>> } =
  {
    items: (value, schema) =>
      `(!Array.isArray(${value}) || ${value}.every((item) => ${matches(schema, 'item')}))`,
    const: (value, only) => `${value} === ${JSON.stringify(only)}`,
    enum: (value, allowed) => `(${allowed.map((one) => `${value} === ${JSON.stringify(one)}`).join(' || ')})`,
    not: (value, schema) => `!(${matches(schema, value)})`,
    anyOf: (value, schemas) => `(${schemas.map((schema) => `(${matches(schema, value)})`).join(' || ')})`,
    minimum: (value, limit) => unlessOther('number', value, `${value} >= ${limit}`),
    maximum: (value, limit) => unlessOther('number', value, `${value} <= ${limit}`),
    minLength: (value, limit) => unlessOther('string', value, `${value}.length >= ${limit}`),
    minItems: (value, limit) => `(!Array.isArray(${value}) || ${value}.length >= ${limit})`,
    maxItems: (value, limit) => `(!Array.isArray(${value}) || ${value}.length <= ${limit})`,
    pattern: (value, pattern) => unlessOther('string', value, `${new RegExp(pattern, 'u')}.test(${value})`),
  };

function unlessOther(type: 'number' | 'string', value: string, condition: string): string {
  return `(typeof ${value} !== "${type}" || ${condition})`;
}

function isPresent(object: string, name: string): string {
  return `${member(object, name)} !== undefined`;
}

function isAbsent(object: string, name: string): string {
  return `${member(object, name)} === undefined`;
}

function member(object: string, name: string): string {
  return `${object}[${JSON.stringify(name)}]`;
}
