import { expect, test } from 'vitest';
import { contractTree } from '../../support/contract-tree.ts';
import { errorsOf } from '../../support/generation.ts';

// Errors are reported with their location, without a stack trace.

test('broken YAML in a root document', async () => {
  const tree = contractTree();
  tree.edit('openapi/management.yaml', '  version: 0.0.0', '  version: 0.0.0: 1');
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/management\.yaml:5:\d+ {2}yaml {2}.+\n {4}Correct the YAML/,
  );
});

test('broken YAML in a part: once, not at every reference to it', async () => {
  const tree = contractTree();
  tree.edit('openapi/components/schemas/Problem.yaml', 'properties:', 'properties: [');
  const message = await errorsOf(tree);
  expect(message).toMatch(
    /^openapi\/components\/schemas\/Problem\.yaml:\d+:\d+ {2}no-unresolved-refs {2}Failed to parse/,
  );
  expect(message.match(/:\d+:\d+ {2}/g)).toHaveLength(1);
});

test('a document of another version', async () => {
  const tree = contractTree();
  tree.edit('openapi/management.yaml', 'openapi: 3.1.0', 'openapi: 3.2.0');
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/management\.yaml:1:1 {2}openapi-version .*\n.*`openapi: 3\.1\.0`/,
  );
});

test('a missing document', async () => {
  const tree = contractTree();
  tree.write('openapi/management.yaml', '');
  expect(await errorsOf(tree)).toContain('openapi/management.yaml:1:1');
});

test.each([
  ['components/schemas/Pipe.yaml', ''],
  ['components/schemas/Pipe.yaml', '# Not written yet.\n---\n'],
  ['paths/pipe.yaml', '\n\n'],
  ['examples/running.yaml', ''],
  ['examples/createPipe/invalid.case.yaml', ''],
  ['management.yaml', ''],
])('an empty %s: once, and not where it is used', async (file, content) => {
  const tree = contractTree();
  tree.write(`openapi/${file}`, content);
  expect(await errorsOf(tree)).toBe(
    `openapi/${file}:1:1  empty-file  This file is empty.\n    Add content, or remove the file and all references to it.`,
  );
});
