import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { DeclaredHeader, DeclaredResponse, Schema } from '../contract-operation.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

const validators = new WeakMap<Schema, ValidateFunction>();

/** Returns the violations in the declared headers of a response. Other headers are allowed. */
export function headerViolations({ headers: declared }: DeclaredResponse, headers: Headers): string[] {
  return Object.entries(declared).flatMap(([name, header]) => {
    const value = headers.get(name);
    if (value === null) return header.required === true ? [`The header ${name} is missing.`] : [];
    return valueViolations(name, header, value);
  });
}

function valueViolations(name: string, { schema }: DeclaredHeader, value: string): string[] {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  const parsed = schema.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (validate(parsed)) return [];
  return [`The header ${name} is \`${value}\`, and ${ajv.errorsText(validate.errors, { dataVar: 'it' })}.`];
}
