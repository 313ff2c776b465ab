import { expect, test } from 'vitest';
import { contractTree } from '../../support/contract-tree.ts';
import { errorsOf } from '../../support/generation.ts';

// Errors are reported with their location, without a stack trace.

test('an unresolved reference', async () => {
  const tree = contractTree();
  tree.edit('openapi/paths/pipes.yaml', 'schemas/Pipe.yaml', 'schemas/Pip.yaml');
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/paths\/pipes\.yaml:23:19 {2}no-unresolved-refs {2}.*Pip\.yaml/,
  );
});

test.each<[string, Record<string, string>, string]>([
  ['to its own file', { Mode: '$ref: Mode.yaml\n' }, 'Mode.yaml:1:1'],
  ['to its own file, after a comment', { Mode: "# A mode.\n---\n  $ref: '#/'\n" }, 'Mode.yaml:3:3'],
  [
    'into its own file',
    { Mode: 'type: object\nproperties:\n  a: { $ref: "#/properties/a" }\n' },
    'Mode.yaml:3:8',
  ],
  [
    'to a file that refers back',
    { Mode: '$ref: State.yaml\n', State: '{ $ref: Mode.yaml }\n' },
    'Mode.yaml:1:1',
  ],
])('a reference %s: once', async (_name, schemas, location) => {
  const tree = contractTree();
  for (const [name, content] of Object.entries(schemas)) {
    tree.write(`openapi/components/schemas/${name}.yaml`, content);
  }
  const message = await errorsOf(tree);
  expect(message).toMatch(/^\S+ {2}circular-reference {2}.+leads back to this reference.+\n {4}Write .+$/);
  expect(message).toContain(`openapi/components/schemas/${location}  `);
});

test('a recursive schema is not reported', async () => {
  const tree = contractTree();
  tree.write(
    'openapi/components/schemas/Tree.yaml',
    'type: object\ndescription: A tree.\nproperties:\n  left: { $ref: ./Tree.yaml }\n',
  );
  tree.edit('openapi/components/schemas/Pipe.yaml', 'Mode.yaml', 'Tree.yaml');
  expect(await errorsOf(tree)).not.toContain('circular-reference');
});
