import { describe, expect, expectTypeOf, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import {
  type Operation,
  type OperationId,
  type OperationIdOf,
  operations,
  type PipeState,
  type Surface,
  secretNames,
  securitySchemes,
} from '../src/index.ts';

const surfaces: Surface[] = ['management', 'observability'];
const table: [string, Operation][] = Object.entries(operations);

interface OperationObject {
  operationId: string;
  responses: object;
  'x-stability': string;
  'x-idempotency': string;
}

/** The operations of a bundle, read without the generator's code. */
function operationsOf(surface: Surface) {
  const { paths } = contractDocument(surface);
  return Object.entries(paths).flatMap(([path, pathItem]) =>
    Object.entries(pathItem)
      .filter(([key]) => ['get', 'put', 'post', 'patch', 'delete'].includes(key))
      .map(([method, operation]) => ({ path, method, operation: operation as unknown as OperationObject })),
  );
}

describe('the operation table', () => {
  test.each(surfaces)('has the operations of the %s bundle, in its order', (surface) => {
    const listed = table.filter(([, operation]) => operation.surface === surface).map(([id]) => id);
    expect(listed).toEqual(operationsOf(surface).map(({ operation }) => operation.operationId));
    expect(listed.length).toBeGreaterThan(0);
  });

  test.each(surfaces)('says of each operation what the %s bundle says', (surface) => {
    for (const { path, method, operation } of operationsOf(surface)) {
      expect(operations[operation.operationId as OperationId]).toMatchObject({
        path,
        method,
        statuses: Object.keys(operation.responses).map(Number),
        stability: operation['x-stability'],
        idempotency: operation['x-idempotency'],
      });
    }
  });

  test('lists the parameters of each path template', () => {
    for (const [id, { path, pathParameters }] of table) {
      const template = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([...pathParameters].sort(), id).toEqual(template.sort());
    }
  });

  test('names security schemes that exist on its surface', () => {
    for (const [id, { surface, security }] of table) {
      const schemes: Record<string, { surface: Surface }> = securitySchemes;
      for (const name of security) expect(schemes[name]?.surface, id).toBe(surface);
      expect(security, id).not.toHaveLength(0);
    }
  });

  test('has literal types', () => {
    expectTypeOf(operations.getPipe.method).toEqualTypeOf<'get'>();
    expectTypeOf<'getPipe'>().toExtend<OperationIdOf<'management'>>();
    expectTypeOf<'getPipe'>().not.toExtend<OperationIdOf<'observability'>>();
  });
});

test('every property that is marked as a secret, wherever it stands, is among the names of secrets', () => {
  const marked = surfaces.flatMap((surface) => {
    const text = JSON.stringify(contractDocument(surface));
    const components = JSON.parse(text).components.schemas;
    const found: string[] = [];
    JSON.parse(text, (_key, value) => {
      for (const [name, part] of Object.entries<{ $ref?: string }>(value?.properties ?? {})) {
        const schema = part.$ref === undefined ? part : components[part.$ref.split('/').at(-1) ?? ''];
        if (schema?.writeOnly === true || schema?.format === 'password') found.push(name);
      }
      return value;
    });
    return found;
  });
  expect([...new Set(marked)].toSorted()).toEqual(secretNames);
});

describe('the bundles', () => {
  test.each(surfaces)('the %s bundle refers to nothing outside of itself', (surface) => {
    const text = JSON.stringify(contractDocument(surface));
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(references.filter((reference) => !reference?.startsWith('#/components/'))).toEqual([]);
    expect(text).not.toContain('"externalValue"');
  });

  test('are the reader’s own: what one writes into it, no other sees', () => {
    Object.assign(contractDocument('management'), { paths: {} });
    expect(contractDocument('management').paths).not.toEqual({});
  });
});

test('open enums know their values and let others pass', () => {
  expectTypeOf<'Running'>().toExtend<PipeState>();
  expectTypeOf<string>().toExtend<PipeState>();
});
