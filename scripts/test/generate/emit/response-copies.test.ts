import { expect, test } from 'vitest';
import { contractTree } from '../../support/contract-tree.ts';
import { errorsOf } from '../../support/generation.ts';

test('a response whose properties depend on its value is reported with its location', async () => {
  const tree = contractTree();
  tree.edit(
    'openapi/components/schemas/Pipe.yaml',
    'properties:',
    'patternProperties: { ^x: { type: string } }\nproperties:',
  );
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/paths\/pipe\.yaml:\d+:\d+ {2}response-keyword {2}.+Pipe uses patternProperties\.\n {4}List everything/,
  );
});
