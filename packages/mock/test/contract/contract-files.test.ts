import { join } from 'node:path';
import { operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import { changesBetween } from '../src/contract/changes.ts';
import { readContractFiles } from '../src/contract/contract-files.ts';
import { operationsOf } from '../src/contract/operations.ts';
import { packagedContract } from '../src/contract/packaged-contract.ts';

const SOURCES = ['management', 'observability'].map((surface) =>
  join(import.meta.dirname, `../../../openapi/${surface}.yaml`),
);

test('the hand-written files become the documents of the contract package', async () => {
  const { documents, files } = await readContractFiles(SOURCES);
  expect(documents).toEqual(packagedContract());
  expect(files.size).toBeGreaterThan(300);
});

test('what the mock reads from the documents is what the table of operations says', () => {
  const read = packagedContract().flatMap(operationsOf);
  expect(read.map(({ name }) => name)).toEqual(Object.keys(operations));
  for (const operation of read) {
    const known = operations[operation.name as keyof typeof operations];
    expect({ ...known, ...factsOf(operation) }).toEqual(known);
    expect([...operation.examples.keys()]).toEqual(known.statuses);
  }
});

test('the same documents have no changes', () => {
  expect(changesBetween(packagedContract(), packagedContract())).toEqual([]);
});

function factsOf({
  name: _,
  scheme: __,
  examples: ___,
  schemas: ____,
  excerpt: _____,
  ...facts
}: Read): object {
  return facts;
}

type Read = ReturnType<typeof operationsOf>[number];
