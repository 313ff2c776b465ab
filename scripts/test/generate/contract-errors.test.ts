import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generate/pipeline.ts';
import { type ContractTree, contractTree } from '../support/contract-tree.ts';
import { errorsOf, excuse } from '../support/generation.ts';

describe('errors are reported with their location, without a stack trace', () => {
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

  test('an unresolved reference', async () => {
    const tree = contractTree();
    tree.edit('openapi/paths/pipes.yaml', 'schemas/Pipe.yaml', 'schemas/Pip.yaml');
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/paths\/pipes\.yaml:23:19 {2}no-unresolved-refs {2}.*Pip\.yaml/,
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

  test('one operationId in both documents', async () => {
    const tree = contractTree();
    tree.edit('openapi/paths/pipes.yaml', 'operationId: createPipe', 'operationId: getPipe');
    excuse(tree, 'operation-id', 'paths/pipes.yaml#/post/operationId');
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/paths\/pipes\.yaml:2:3 .*GET \/v1\/pipes\/\{pipeId\} \(management\) and POST \/api\/v2\/pipes \(observability\)/,
    );
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
      new RegExp(
        `^openapi/examples/${operationId}/invalid\\.case\\.yaml:\\d+:\\d+ {2}(invalid-example|yaml)`,
      ),
    );
  });

  test.each<[string, string, string, RegExp]>([
    [
      'a code that no response has',
      'code: validation_failed',
      'code: nonsense',
      /:4:7 .*nonsense.*\n {4}Write/,
    ],
    [
      'a status that its code does not have',
      'status: 400',
      'status: 409',
      /:3:9 .*400, not 409.*\n {4}Write/,
    ],
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

  test.each(['extensions', 'decisions'])('a missing %s.md', async (register) => {
    const tree = contractTree();
    rmSync(join(tree.folder, `openapi/guidelines/${register}.md`));
    expect(await errorsOf(tree)).toMatch(
      new RegExp(`^openapi/guidelines/${register}\\.md:1:1 {2}file {2}.+\\n {4}Restore the file\\.$`),
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
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/components\/schemas\/pipe-mode\.yaml:1:1 {2}schema-name /,
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
});
