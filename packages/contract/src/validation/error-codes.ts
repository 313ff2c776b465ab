/** Returns the code of the contract's `ProblemEntryCode` for a violated keyword of JSON Schema. */
export function codeOfKeyword(keyword: string): string {
  return CODES[keyword] ?? 'invalid';
}

const CODES: Readonly<Record<string, string>> = {
  required: 'required',
  dependentRequired: 'required',
  additionalProperties: 'unknown_property',
  type: 'invalid_type',
  format: 'invalid_format',
  enum: 'invalid_enum',
  const: 'invalid_enum',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  exclusiveMaximum: 'out_of_range',
  multipleOf: 'out_of_range',
  minLength: 'invalid_length',
  maxLength: 'invalid_length',
  minItems: 'invalid_length',
  maxItems: 'invalid_length',
  minProperties: 'invalid_length',
  maxProperties: 'invalid_length',
  pattern: 'invalid_pattern',
};
