import { expect, test } from 'vitest';
import { generate } from '../../../generate/pipeline.ts';
import { contractTree } from '../../support/contract-tree.ts';
import { errorsOf } from '../../support/generation.ts';

// Errors are reported with their location, without a stack trace.

test('one problem code with two titles', async () => {
  const tree = contractTree();
  tree.write(
    'openapi/components/responses/Conflict.yaml',
    tree
      .read('openapi/components/responses/BadRequest.yaml')
      .replace('title: The request is wrong', 'title: Something else'),
  );
  tree.edit(
    'openapi/paths/pipes.yaml',
    "    '400':",
    "    '409': { $ref: ../components/responses/Conflict.yaml }\n    '400':",
  );
  const message = await errorsOf(tree);
  expect(message).toMatch(/^openapi\/components\/responses\/Conflict\.yaml:\d+:\d+ {2}problem-catalogue/);
  expect(message).toContain('one status and one title');
});

test.each<[string, string, string]>([
  ['does not contain how it is rejected', 'createPipe', 'summary: Nothing else\n'],
  ['belongs to no operation with a body', 'getPipe', 'summary: Nothing else\n'],
  ['is no YAML', 'createPipe', 'summary: [\n'],
])('an invalid example that %s', async (_name, operationId, content) => {
  const tree = contractTree();
  tree.write(`openapi/examples/${operationId}/invalid.case.yaml`, content);
  expect(await errorsOf(tree)).toMatch(
    new RegExp(`^openapi/examples/${operationId}/invalid\\.case\\.yaml:\\d+:\\d+ {2}(invalid-example|yaml)`),
  );
});

test.each<[string, string, string, RegExp]>([
  [
    'a code that no response has',
    'code: validation_failed',
    'code: nonsense',
    /:4:7 .*nonsense.*\n {4}Write/,
  ],
  ['a status that its code does not have', 'status: 400', 'status: 409', /:3:9 .*400, not 409.*\n {4}Write/],
  [
    'an entry with an unknown code',
    'code: required',
    'code: lacking',
    /:5:34 .*lacking.*\n {4}.*ProblemEntryCode/,
  ],
])('an invalid example with %s', async (_name, search, replacement, location) => {
  const tree = contractTree();
  tree.write(
    'openapi/components/schemas/ProblemEntryCode.yaml',
    'type: string\ndescription: What is wrong here.\nx-extensible-enum: [required]\nexamples: [required]\n',
  );
  tree.edit(
    'openapi/components/schemas/Problem.yaml',
    'properties:\n',
    'properties:\n  entry: { $ref: ProblemEntryCode.yaml }\n',
  );
  const file = 'openapi/examples/createPipe/invalid.case.yaml';
  tree.write(
    file,
    'summary: No mode\nrejectedBy: rule\nstatus: 400\ncode: validation_failed\nerrors: [{ pointer: /mode, code: required }]\nof: request.fast\npatch: [{ op: remove, path: /mode }]\n',
  );
  await generate(tree.folder);
  tree.edit(file, search, replacement);
  const message = await errorsOf(tree);
  expect(message).toMatch(location);
  expect(message).toMatch(/^openapi\/examples\/createPipe\/invalid\.case\.yaml:/);
});

test.each<[string, string, RegExp]>([
  [
    'of a request that does not exist',
    'of: request.slow\npatch: [{ op: remove, path: /mode }]',
    /:6:5 .*There is no request\.slow\.yaml.*\n {4}Write/,
  ],
  [
    'with a path that the request does not have',
    'of: request.fast\npatch: [{ op: remove, path: /mood }]',
    /:7:9 .*no location for this operation: remove \/mood\.\n {4}Correct the path/,
  ],
  [
    'that changes nothing',
    'of: request.fast\npatch: [{ op: replace, path: /mode, value: fast }]',
    /:7:8 .*leaves request\.fast as it is\.\n {4}Change/,
  ],
])('an invalid example %s', async (_name, patch, message) => {
  const tree = contractTree();
  tree.write(
    'openapi/examples/createPipe/invalid.case.yaml',
    `summary: No mode\nrejectedBy: rule\nstatus: 400\ncode: validation_failed\nerrors: []\n${patch}\n`,
  );
  expect(await errorsOf(tree)).toMatch(message);
});
