/** Returns the message of a violated keyword, for people. It never repeats the value. */
export function messageOfKeyword(keyword: string, params: Readonly<Record<string, unknown>>): string {
  const limit = String(params.limit);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'additionalProperties':
      return 'is not a property of this object; remove it';
    case 'false schema':
      return 'must not be present';
    case 'type':
      return `must be ${String(params.type).replaceAll(',', ' or ')}`;
    case 'format':
      return `must have the format ${params.format}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return 'must be the only value that the contract allows';
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${params.comparison} ${limit}`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`;
    case 'minLength':
      return `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'minProperties':
      return `must have at least ${limit} properties`;
    case 'maxProperties':
      return `must have at most ${limit} properties`;
    case 'pattern':
      return `must match ${params.pattern}`;
    default:
      return `violates the keyword ${keyword}`;
  }
}
