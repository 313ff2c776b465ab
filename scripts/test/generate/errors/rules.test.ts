import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ContractTree, contractTree } from '../../support/contract-tree.ts';
import { errorsOf } from '../../support/generation.ts';

// Errors are reported with their location, without a stack trace.

test('an error in the rule set', async () => {
  const tree = contractTree();
  tree.edit('redocly.yaml', '  no-unresolved-refs: error', '  no-unresolved-references: error');
  expect(await errorsOf(tree)).toMatch(/^redocly\.yaml:\d+:\d+ .*no-unresolved-references/);
});

test.each<[string, string, string]>([
  ['for all', 'rules:\n', 'rules:\n  penstock/secrets: off\n'],
  ['to a warning', 'rules:\n', 'rules:\n  penstock/secrets: warn\n'],
  [
    'for one document',
    '    root: openapi/management.yaml\n',
    '    root: openapi/management.yaml\n    rules: { penstock/secrets: off }\n',
  ],
])('a rule of the style that redocly.yaml disables %s', async (_name, search, replacement) => {
  const tree = contractTree();
  tree.edit('redocly.yaml', search, replacement);
  expect(await errorsOf(tree)).toMatch(/^redocly\.yaml:1:1 {2}penstock\/secrets {2}.+\n {4}Remove .+$/);
});

test.each(['extensions', 'decisions'])('a missing %s.md', async (register) => {
  const tree = contractTree();
  rmSync(join(tree.folder, `openapi/guidelines/${register}.md`));
  expect(await errorsOf(tree)).toMatch(
    new RegExp(`^openapi/guidelines/${register}\\.md:1:1 {2}file {2}.+\\n {4}Restore the file\\.$`),
  );
});

test('a lint problem', async () => {
  const tree = contractTree();
  tree.edit('openapi/paths/pipe.yaml', '  summary: Get a pipe\n', '');
  expect(await errorsOf(tree)).toMatch(/^openapi\/paths\/pipe\.yaml:3:1 {2}operation-summary {2}/);
});

test('an example that does not fit, at the line of the example', async () => {
  const tree = contractTree();
  tree.write('openapi/examples/running.yaml', 'id: p-1\nstate: 7\n');
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/examples\/running\.yaml:2:\d+ {2}no-invalid-media-type-examples {2}.*must be string/,
  );
});

test.each([
  ['x-stability', 'stable', 'stable, beta, experimental', 6],
  ['x-idempotency', 'safe', 'safe, idempotent, keyed, none', 7],
])('a missing or unknown %s', async (mark, value, values, line) => {
  const tree = contractTree();
  tree.edit('openapi/paths/pipe.yaml', `  ${mark}: ${value}\n`, '');
  tree.edit('openapi/paths/pipes.yaml', `  ${mark}: `, `  ${mark}: un`);
  const message = await errorsOf(tree);
  const rule = 'penstock/operation-marks';
  expect(message).toContain(`openapi/paths/pipe.yaml:3:1  ${rule}  getPipe has no ${mark}.`);
  expect(message).toContain(`openapi/paths/pipes.yaml:${line}:3  ${rule}  createPipe has ${mark}: "un`);
  expect(message).toContain(`Write \`${mark}: …\` next to operationId, with one of: ${values}.`);
});

test('a response without an exact status', async () => {
  const tree = contractTree();
  tree.edit(
    'openapi/paths/pipe.yaml',
    "    '400'",
    "    'default': { $ref: ../components/responses/BadRequest.yaml }\n    '400'",
  );
  expect(await errorsOf(tree)).toMatch(/^openapi\/paths\/pipe\.yaml:\d+:\d+ {2}exact-status {2}/);
});

test('an undefined path parameter: once', async () => {
  const tree = contractTree();
  tree.edit('openapi/paths/pipe.yaml', 'parameters:\n  - $ref: ../components/parameters/PipeId.yaml\n', '');
  expect((await errorsOf(tree)).match(/pipeId.*expected by path/g)).toHaveLength(1);
});

test.each<[string, (tree: ContractTree) => void]>([
  ['struct', (tree) => tree.edit('openapi/paths/pipe.yaml', '  summary: Get a pipe', '  summary: 7')],
  ['no-invalid-media-type-examples', (tree) => tree.write('openapi/examples/running.yaml', 'state: 7\n')],
  [
    'no-invalid-schema-examples',
    (tree) => tree.edit('openapi/components/schemas/Pipe.yaml', 'examples: [2]', 'examples: [two]'),
  ],
  [
    'no-invalid-parameter-examples',
    (tree) => tree.edit('openapi/components/parameters/PipeId.yaml', 'example: p-1', 'example: 1'),
  ],
  ['no-unresolved-refs', (tree) => tree.edit('openapi/paths/pipe.yaml', 'PipeId.yaml', 'Pip.yaml')],
  [
    'operation-operationId-unique',
    (tree) => {
      tree.write('openapi/paths/twin.yaml', tree.read('openapi/paths/pipe.yaml'));
      tree.edit(
        'openapi/management.yaml',
        'paths:\n',
        'paths:\n  /v1/twins/{pipeId}: { $ref: paths/twin.yaml }\n',
      );
    },
  ],
  ['no-path-trailing-slash', (tree) => tree.edit('openapi/management.yaml', '{pipeId}:', '{pipeId}/:')],
])('%s: with what to do in words', async (rule, make) => {
  const tree = contractTree();
  make(tree);
  expect(await errorsOf(tree)).toMatch(
    new RegExp(` {2}${rule} {2}[^\\n]+(\\n[^\\n]+)*?\\n {4}(Correct|Give|Write) .+\\.$`, 'm'),
  );
});
