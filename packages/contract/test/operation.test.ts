import { describe, expect, expectTypeOf, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import {
  type Operation,
  type OperationId,
  type OperationIdOf,
  operations,
  type Surface,
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

/** The operations of a bundle, read without the code of the generator. */
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

  test.each(surfaces)('has the values of the %s bundle', (surface) => {
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
