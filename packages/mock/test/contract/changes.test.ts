import { expect, test } from 'vitest';
import { changesBetween } from '../../src/contract/changes.ts';
import { packagedContract } from '../../src/contract/packaged-contract.ts';

test('equal documents have no changes', () => {
  expect(changesBetween(packagedContract(), packagedContract())).toEqual([]);
});
