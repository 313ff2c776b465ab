import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractDocument } from '../src/documents.ts';
import { invalidExamples, requestExamples, responseExamples } from '../src/examples.ts';
import { type Operation, type OperationId, operations } from '../src/index.ts';
import { type OpenApiDocument, readOperation, readVariants } from '../src/reader.ts';

const SURFACES = ['management', 'observability'] as const;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
const documents = Object.fromEntries(
  SURFACES.map((surface) => {
    const file = new URL(`../openapi/${surface}.oneof.yaml`, import.meta.url);
    return [surface, parse(readFileSync(file, 'utf8')) as OpenApiDocument];
  }),
) as Record<(typeof SURFACES)[number], OpenApiDocument>;
for (const surface of SURFACES) ajv.addSchema(documents[surface], surface);

describe.each(SURFACES)('the oneOf bundle of %s', (surface) => {
  test('has a oneOf for each schema with variants, and is otherwise the same', () => {
    const flat = contractDocument(surface);
    const { components, ...rest } = documents[surface];
    const { components: flatComponents, ...flatRest } = flat;
    expect(rest).toEqual(flatRest);
    const changed = Object.entries(flatComponents?.schemas ?? {}).filter(([name, schema]) => {
      const isUnion = components?.schemas?.[name]?.oneOf !== undefined;
      expect(isUnion, name).toBe(readVariants(flat, schema) !== undefined);
      if (!isUnion) expect(components?.schemas?.[name]).toEqual(schema);
      return isUnion;
    });
    expect(changed.length).toBeGreaterThan(5);
  });

  test('names the discriminator if every object has it', () => {
    expect(documents[surface].components?.schemas?.AlertCreate?.discriminator).toEqual({
      propertyName: 'source',
      mapping: {
        tile: '#/components/schemas/AlertCreateTile',
        search: '#/components/schemas/AlertCreateSearch',
      },
    });
    expect(documents[surface].components?.schemas?.TileSeriesCreate).not.toHaveProperty('discriminator');
  });
});

describe.each(Object.keys(operations) as OperationId[])('%s', (id) => {
  const { surface, path, method }: Operation = operations[id];
  const described = readOperation(documents[surface], path, method);
  const validatorOf = (content: object | undefined) => {
    const [media] = Object.values(content ?? {}) as { schema?: { $ref: string } }[];
    const validate = ajv.getSchema(`${surface}${media?.schema?.$ref}`);
    if (validate === undefined) throw new Error(`The schema of ${id} is not a component.`);
    return validate;
  };

  test('has the same valid bodies in the oneOf bundle', () => {
    if (described.requestBody !== undefined) {
      const validate = validatorOf(described.requestBody.content);
      for (const [name, body] of Object.entries(requestExamples(id)))
        expect(validate(body) || validate.errors, name).toBe(true);
      for (const [name, { rejectedBy, body }] of Object.entries(invalidExamples(id)))
        expect(validate(body), name).toBe(rejectedBy === 'rule');
    }
    for (const [status, { content }] of described.responses) {
      if (!status.startsWith('2') || content === undefined) continue;
      const validate = validatorOf(content);
      for (const [name, body] of Object.entries(responseExamples(id, Number(status))))
        expect(validate(body) || validate.errors, name).toBe(true);
    }
  });
});
