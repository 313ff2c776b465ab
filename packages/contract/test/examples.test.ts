import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { invalidExamples, requestExamples, responseExamples } from '../src/examples.ts';
import { type Operation, type OperationId, operations, problems } from '../src/index.ts';
import { escapeSegment, operationPointer, type SchemaObject, valueAt } from '../src/reader.ts';
import { createVariantCheck } from '../src/validators.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// Each call reads the file again.
const documents = {
  management: contractDocument('management'),
  observability: contractDocument('observability'),
};
for (const [surface, document] of Object.entries(documents)) ajv.addSchema(document, surface);

const variantChecks = {
  management: createVariantCheck(documents.management),
  observability: createVariantCheck(documents.observability),
};

const ids = Object.keys(operations) as OperationId[];
const withBody = ids.filter((id) => operations[id].requestBody !== 'none');

describe.each(ids)('%s', (id) => {
  const { statuses }: Operation = operations[id];

  test.each(statuses)('%i has examples, and all of them are valid', (status) => {
    const examples = Object.entries(responseExamples(id, status));
    expect(examples.length).toBeGreaterThan(0);
    const validate = validator(id, status);
    for (const [name, value] of examples) expect(validate(value), name).toEqual([]);
  });
});

describe.each(withBody)('the body of %s', (id) => {
  test('has examples, and all of them are valid', () => {
    const examples = Object.entries(requestExamples(id));
    expect(examples.length).toBeGreaterThan(0);
    for (const [name, value] of examples) expect(validator(id)(value), name).toEqual([]);
  });

  test('has examples that must be rejected', () => {
    expect(Object.keys(invalidExamples(id)).length).toBeGreaterThan(0);
  });

  test.each(Object.entries(invalidExamples(id)))(
    '%s is rejected by its schema or by a rule, as it documents',
    (_name, example) => {
      const found = validator(id)(example.body);
      expect(problems).toHaveProperty(example.code);
      if (example.rejectedBy === 'rule') expect(found).toEqual([]);
      else for (const { pointer } of example.errors) expect(found).toContain(pointer);
    },
  );
});

/** Returns the pointers of all errors in a body. */
type Pointers = (body: unknown) => string[];

/** The check of the request body, or of the response with a status: of its schema, and of the variants in it. */
function validator(id: OperationId, status?: number): Pointers {
  const { surface, path, method }: Operation = operations[id];
  const operation = documents[surface].paths[path]?.[method] as {
    responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
  };
  const written = `${operationPointer({ path, method })}/${status === undefined ? 'requestBody' : `responses/${status}`}`;
  const pointer = (status === undefined ? undefined : operation.responses[status]?.$ref?.slice(1)) ?? written;
  const mediaType = status === undefined || status < 400 ? 'application/json' : 'application/problem+json';
  const schema = `${pointer}/content/${escapeSegment(mediaType)}/schema`;
  const validate = ajv.getSchema(`${surface}#${schema}`);
  if (validate === undefined) throw new Error(`${pointer} has no schema.`);
  const findVariantErrors = variantChecks[surface](valueAt(documents[surface], schema) as SchemaObject);
  return (body) => [
    ...errorPointers(validate, body),
    ...findVariantErrors(body).map((error) => error.pointer),
  ];
}

/** The pointers of all errors. A missing or unknown property has its own pointer. */
function errorPointers(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, params }) => {
    const name: unknown = params.missingProperty ?? params.additionalProperty;
    return typeof name === 'string' ? `${instancePath}/${name}` : instancePath;
  });
}

test('no example file has the content of another one, so that each is edited once', () => {
  const folder = fileURLToPath(new URL('../../../openapi/examples', import.meta.url));
  const files = globSync('*/*.yaml', { cwd: folder });
  const byContent = Map.groupBy(files, (file) => readFileSync(join(folder, file), 'utf8'));
  byContent.delete('{}\n');
  expect([...byContent.values()].filter((copies) => copies.length > 1)).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
