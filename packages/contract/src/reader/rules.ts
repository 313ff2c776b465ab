import type { SchemaObject } from './openapi-document.ts';

/** A rule between the properties of an object, from the mark `x-rules` (D-19). */
export interface Rule {
  /** The condition in words, such as `if kind is metric`. It ends the messages of the errors. */
  readonly condition?: string;
  /** The message of all errors; for rules without `condition`. */
  readonly message?: string;
  /** The objects that the rule applies to; all if it is absent. */
  readonly when?: RuleSchema;
  /** What such an object must match. */
  readonly must: RuleSchema;
}

/** The part of JSON Schema that rules use. `true` accepts every value, `false` none. */
export type RuleSchema = boolean | RuleKeywords;

/** The keywords of a rule, with their meanings in JSON Schema. */
export interface RuleKeywords {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, RuleSchema>>;
  readonly propertyNames?: RuleSchema;
  readonly items?: RuleSchema;
  readonly const?: RuleValue;
  readonly enum?: readonly RuleValue[];
  readonly not?: RuleSchema;
  readonly anyOf?: readonly RuleSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** A value that a rule compares with. */
export type RuleValue = string | number | boolean | null;

/** Returns the rules of a schema; none if it has no mark. */
export function readRules(schema: SchemaObject): readonly Rule[] {
  return (schema['x-rules'] ?? []) as readonly Rule[];
}
