import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractTree } from '../../support/contract-tree.ts';
import { errorsOf, excuse } from '../../support/generation.ts';

// Errors are reported with their location, without a stack trace.

test('two schemas of one name in one document', async () => {
  const tree = contractTree();
  tree.write(
    'openapi/components/schemas/other/Problem.yaml',
    'type: string\ndescription: Another.\nexamples: [one]\n',
  );
  tree.edit(
    'openapi/components/schemas/Pipe.yaml',
    'properties:\n',
    'properties:\n  problem: { $ref: other/Problem.yaml }\n',
  );
  const message = await errorsOf(tree);
  expect(message).toMatch(
    /^openapi\/components\/schemas\/Problem\.yaml:1:1 {2}penstock\/component-name {2}.*Rename one/m,
  );
  expect(message).not.toContain('component-name-unique');

  excuse(
    tree,
    'component-name',
    'components/schemas/Problem.yaml#/',
    'components/schemas/other/Problem.yaml#/',
  );
  expect(await errorsOf(tree)).toMatch(/ {2}bundler .*Problem[\s\S]*rename one of the two files/);
});

test('two headers of one name', async () => {
  const tree = contractTree();
  const header = (type: string) => `description: A header.\nschema: { type: ${type} }\nexample: 1\n`;
  tree.write('openapi/components/headers/one/Limit.yaml', header('string'));
  tree.write('openapi/components/headers/two/Limit.yaml', header('integer'));
  const use =
    "    '200':\n      headers:\n        A: { $ref: ../components/headers/one/Limit.yaml }\n        B: { $ref: ../components/headers/two/Limit.yaml }\n";
  tree.edit('openapi/paths/pipe.yaml', "    '200':\n", use);
  const namesakes =
    /^openapi\/components\/headers\/one\/Limit\.yaml:1:1 {2}penstock\/component-name .*Rename one/;
  expect(await errorsOf(tree)).toMatch(namesakes);

  // An exception does not make a bundle out of what cannot be bundled.
  excuse(
    tree,
    'component-name',
    'components/headers/one/Limit.yaml#/',
    'components/headers/two/Limit.yaml#/',
  );
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/paths\/pipe\.yaml:\d+:\d+ {2}bundler .*Limit[\s\S]*rename one of the two files/,
  );
});

test('one schema name with two meanings in the two documents', async () => {
  const tree = contractTree();
  tree.write('openapi/components/schemas/other/Pipe.yaml', 'type: object\ndescription: Another.\n');
  tree.edit('openapi/paths/pipes.yaml', 'schemas/Pipe.yaml', 'schemas/other/Pipe.yaml');
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/\S+\/Pipe\.yaml:1:1 {2}penstock\/component-name .*Rename one/m,
  );

  excuse(tree, 'component-name', 'components/schemas/Pipe.yaml#/', 'components/schemas/other/Pipe.yaml#/');
  const message = await errorsOf(tree);
  expect(message).toMatch(/^openapi\/components\/schemas\/other\/Pipe\.yaml:1:1 {2}schema-name-unique/);
  expect(message).toContain('openapi/components/schemas/Pipe.yaml');
});

test('a schema whose name is no type name', async () => {
  const tree = contractTree();
  tree.write(
    'openapi/components/schemas/pipe-mode.yaml',
    'type: string\ndescription: How it moves.\nexamples: [slow]\n',
  );
  tree.edit('openapi/components/schemas/Pipe.yaml', 'Mode.yaml', 'pipe-mode.yaml');
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/components\/schemas\/pipe-mode\.yaml:1:1 {2}penstock\/component-name .*PascalCase/,
  );

  excuse(tree, 'component-name', 'components/schemas/pipe-mode.yaml#/');
  expect(await errorsOf(tree)).toMatch(/^openapi\/components\/schemas\/pipe-mode\.yaml:1:1 {2}schema-name /);
});

test('one operationId in both documents', async () => {
  const tree = contractTree();
  tree.edit('openapi/paths/pipes.yaml', 'operationId: createPipe', 'operationId: getPipe');
  excuse(tree, 'operation-id', 'paths/pipes.yaml#/post/operationId');
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/paths\/pipes\.yaml:2:3 .*GET \/v1\/pipes\/\{pipeId\} \(management\) and POST \/api\/v2\/pipes \(observability\)/,
  );
});

test.each(['get-pipe', 'GetPipe'])('the operationId %s, which is no function name', async (id) => {
  const tree = contractTree();
  tree.edit('openapi/paths/pipe.yaml', 'operationId: getPipe', `operationId: ${id}`);
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/paths\/pipe\.yaml:4:3 {2}penstock\/operation-id .*camelCase/,
  );
});

test('a name that is a secret in one body and an ordinary property in another', async () => {
  const tree = contractTree();
  tree.edit(
    'openapi/components/schemas/PipeCreate.yaml',
    '  mode: { $ref: Mode.yaml }',
    '  mode: { $ref: Mode.yaml }\n  phrase: { type: string, writeOnly: true, maxLength: 9, description: One., examples: [p] }\n  hop: { $ref: Hop.yaml }',
  );
  tree.write(
    'openapi/components/schemas/Hop.yaml',
    'type: object\ndescription: A way.\nadditionalProperties: false\nproperties:\n  phrase: { type: string, maxLength: 9, description: Words., examples: [w] }\n',
  );
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/components\/schemas\/Hop\.yaml:5:\d+ {2}secret-name {2}.*phrase is ordinary here[\s\S]*Rename one/,
  );
});

test('one security scheme for both documents', async () => {
  const tree = contractTree();
  const root = tree.read('openapi/observability.yaml');
  tree.write('openapi/observability.yaml', root.replaceAll('bearerAuth', 'basicAuth'));
  rmSync(join(tree.folder, 'openapi/components/securitySchemes/bearerAuth.yaml'));
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/\S+\/basicAuth\.yaml:1:1 {2}security-scheme .*both documents/,
  );
});

test('a security scheme without a handler type', async () => {
  const tree = contractTree();
  tree.write(
    'openapi/components/securitySchemes/basicAuth.yaml',
    'type: apiKey\nin: header\nname: Key\ndescription: A key.\n',
  );
  expect(await errorsOf(tree)).toMatch(
    /^openapi\/components\/securitySchemes\/basicAuth\.yaml:1:1 {2}security-scheme/,
  );
});
