import { type OperationId, operations } from '@penstock/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { answerSchema, DOCUMENTS } from './contract-examples.ts';

const validators = new Map<string, ValidateFunction>();

/** What is wrong with a JSON body as the answer of an operation; empty if it keeps the contract. */
export function violations(id: OperationId, status: number, body: unknown): string[] {
  const { surface } = operations[id];
  const schema = answerSchema(id, status);
  const key = surface + JSON.stringify(schema);
  const validate = validators.get(key) ?? compile(schema, DOCUMENTS[surface].components);
  validators.set(key, validate);
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function compile(schema: object, components: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile({ ...schema, components });
}
