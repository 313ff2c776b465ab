import { type OperationId, operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import { readMockOperations } from '../../src/contract/operations.ts';
import { packagedContract } from '../../src/contract/packaged-contract.ts';
import { servedContract } from '../../src/contract/served-contract.ts';

const read = packagedContract().flatMap(readMockOperations);

test('the operations of the documents equal the generated operation table', () => {
  expect(read.map(({ name }) => name)).toEqual(Object.keys(operations));
  for (const operation of read) {
    const known = operations[operation.name as OperationId];
    const { method, path, pathParameters, queryParameters } = operation;
    const { integerParameters, headerParameters, requestBody, responses } = operation;
    const facts = { method, path, pathParameters, queryParameters, integerParameters, headerParameters };
    expect({ ...known, ...facts, requestBody, statuses: [...responses.keys()] }).toEqual(known);
  }
});

test('the first of two documents with the same operation is served', () => {
  const [first, second] = [read, packagedContract().flatMap(readMockOperations)];
  const contract = servedContract([...first, ...second]);
  expect(contract.operations).toHaveLength(first.length);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('The contract has no operation.');
  expect(contract.validators(operation)).toBe(first[0]?.validators);
});
