import { join } from 'node:path';
import { withoutConditions } from '@penstock/contract/reader';
import { expect, test } from 'vitest';
import { readContractFiles } from '../../src/contract/contract-files.ts';
import { packagedContract } from '../../src/contract/packaged-contract.ts';

const SOURCES = ['management', 'observability'].map((surface) =>
  join(import.meta.dirname, `../../../../openapi/${surface}.yaml`),
);

test('the hand-written files become the documents of the contract package', async () => {
  const { documents, files } = await readContractFiles(SOURCES);
  // The package also has the marks as conditions, which the mock does not read.
  const packaged = packagedContract().map(withoutConditions);
  expect(packaged).toMatchObject(documents);
  expect(documents.map(withoutDecisions)).toEqual(packaged.map(withoutDecisions));
  expect(files.size).toBeGreaterThan(300);
});

/** The package writes inherited decisions to each property; the mock does not read them. */
function withoutDecisions(document: object): unknown {
  return JSON.parse(JSON.stringify(document, (key, value) => (key === 'x-decision' ? undefined : value)));
}
