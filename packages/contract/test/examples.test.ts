import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { invalidExamples, requestExamples, responseExamples } from '../src/examples.ts';
import { type Operation, type OperationId, operations, problems } from '../src/index.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
for (const surface of ['management', 'observability'] as const)
  ajv.addSchema(contractDocument(surface), surface);

const ids = Object.keys(operations) as OperationId[];
const withBody = ids.filter((id) => operations[id].requestBody !== 'none');

describe.each(ids)('%s', (id) => {
  const { statuses }: Operation = operations[id];

  test.each(statuses)('%i has examples, and all of them fit', (status) => {
    const examples = Object.entries(responseExamples(id, status));
    expect(examples.length).toBeGreaterThan(0);
    const validate = validator(id, status);
    for (const [name, value] of examples) expect(faults(validate, value), name).toEqual([]);
  });
});

describe.each(withBody)('the body of %s', (id) => {
  test('has examples, and all of them fit', () => {
    const examples = Object.entries(requestExamples(id));
    expect(examples.length).toBeGreaterThan(0);
    for (const [name, value] of examples) expect(faults(validator(id), value), name).toEqual([]);
  });

  test('has examples of what must be refused', () => {
    expect(Object.keys(invalidExamples(id)).length).toBeGreaterThan(0);
  });

  test.each(Object.entries(invalidExamples(id)))('%s is refused by whom it says', (_name, example) => {
    const found = faults(validator(id), example.body);
    expect(problems).toHaveProperty(example.code);
    if (example.rejectedBy === 'rule') expect(found).toEqual([]);
    else for (const { pointer } of example.errors) expect(found).toContain(pointer);
  });
});

/** The compiled schema of the request body, or of the answer of a status. */
function validator(id: OperationId, status?: number): ValidateFunction {
  const { surface, path, method }: Operation = operations[id];
  const operation = contractDocument(surface).paths[path]?.[method] as {
    responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
  };
  const place = `/paths/${escaped(path)}/${method}/${status === undefined ? 'requestBody' : `responses/${status}`}`;
  const pointer = (status === undefined ? undefined : operation.responses[status]?.$ref?.slice(1)) ?? place;
  const mediaType = status === undefined || status < 400 ? 'application/json' : 'application/problem+json';
  const validate = ajv.getSchema(`${surface}#${pointer}/content/${escaped(mediaType)}/schema`);
  if (validate === undefined) throw new Error(`${pointer} has no schema.`);
  return validate;
}

/** The places that do not fit; a missing or unknown property is named by its own place. */
function faults(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, params }) => {
    const name: unknown = params.missingProperty ?? params.additionalProperty;
    return typeof name === 'string' ? `${instancePath}/${name}` : instancePath;
  });
}

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
