import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { requestExamples } from '../src/examples.ts';
import { type Operation, type OperationId, operations } from '../src/index.ts';
import { readOperation, type SchemaObject, withoutConditions } from '../src/reader.ts';
import { type OperationValidators, validators } from '../src/validators.ts';
import { editedBody } from './support/edited-bodies.ts';

/** A program that knows JSON Schema, and none of the marks. */
const ajv = new Ajv2020({ strict: false });
formats.default(ajv, { mode: 'full' });
const documents = {
  management: contractDocument('management'),
  observability: contractDocument('observability'),
};
for (const [surface, document] of Object.entries(documents)) ajv.addSchema(document, surface);

const RUNS = 50;
const withBody = (Object.keys(operations) as OperationId[]).filter(
  (id) => operations[id].requestBody !== 'none',
);

describe.each(withBody)('a body of %s', (id) => {
  const { surface, path, method }: Operation = operations[id];
  const document = documents[surface];
  const [media] = Object.values(readOperation(document, path, method).requestBody?.content ?? {});
  const schema = media?.schema as SchemaObject & { readonly $ref: string };
  const { requestBody } = validators[id] as OperationValidators;

  test('is valid in JSON Schema if it is valid with variants and rules', () => {
    const validate = ajv.getSchema(`${surface}${schema.$ref}`);
    const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(requestExamples(id))), choices, (example, chosen) => {
        const body = editedBody(document, schema, example, chosen);
        // The validators add defaults.
        expect(validate?.(body), JSON.stringify(body)).toBe(
          requestBody?.(structuredClone(body)).length === 0,
        );
      }),
      { numRuns: RUNS },
    );
  });
});

test('the conditions can be removed, and the marks remain', () => {
  for (const document of Object.values(documents)) {
    const { components } = withoutConditions(document);
    const schemas = Object.values(components.schemas ?? {});
    expect(schemas.filter((schema) => 'if' in schema)).toEqual([]);
    expect(schemas.filter((schema) => 'x-rules' in schema).length).toBeGreaterThan(5);
  }
});
