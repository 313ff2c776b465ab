import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../generate/diagnostics/diagnostics.ts';
import { generate, lintContract } from '../../../generate/pipeline.ts';
import { contractTree } from '../../support/contract-tree.ts';
import { errorsOf, excuse } from '../../support/generation.ts';

describe('the style of the contract', () => {
  test('an undeclared x- key', async () => {
    const tree = contractTree();
    tree.edit('openapi/paths/pipe.yaml', '  x-stability: stable', '  x-stability: stable\n  x-owner: me');
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/paths\/pipe\.yaml:9:3 {2}penstock\/declared-extensions {2}`x-owner` is not declared\. Remove it, or declare it in openapi\/guidelines\/extensions\.md\.\n {4}See openapi\/guidelines\/style\.md, P15$/,
    );
  });

  test('a decision without an entry', async () => {
    const tree = contractTree();
    tree.edit('openapi/components/schemas/Mode.yaml', 'enum:', 'x-decision: D-00\nenum:');
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/components\/schemas\/Mode\.yaml:3:1 {2}penstock\/known-decisions {2}"D-00" is no decision\. Name an entry of openapi\/guidelines\/decisions\.md/,
    );
  });

  test('files that neither document reaches', async () => {
    const tree = contractTree();
    tree.write('openapi/components/schemas/Old.yaml', 'type: string\n');
    tree.write('openapi/examples/getPipe/response.200.old.yaml', 'id: p-1\n');
    tree.write('openapi/examples/invalid.no-state.yaml', 'body: {}\n');
    tree.write('openapi/examples/README.md', '# Examples\n');
    const message = await errorsOf(tree);
    expect(message.match(/^\S+ {2}/gm)).toEqual([
      'openapi/components/schemas/Old.yaml:1:1  ',
      'openapi/examples/getPipe/response.200.old.yaml:1:1  ',
    ]);
    expect(message).toContain('penstock/no-orphans  Neither document refers to this file. Refer to it, or');
  });

  test('a violation with an exception passes, in the sources and in the bundles', async () => {
    const tree = contractTree();
    tree.edit('openapi/components/schemas/Mode.yaml', 'How it moves.', 'How it moves');
    expect(await errorsOf(tree)).toContain('openapi/components/schemas/Mode.yaml:2:1  penstock/descriptions');
    excuse(tree, 'descriptions', 'components/schemas/Mode.yaml#/description');
    await generate(tree.folder);
  });

  test('an exception that nothing needs any more', async () => {
    const tree = contractTree();
    excuse(tree, 'descriptions', 'components/schemas/Mode.yaml#/description');
    expect(await errorsOf(tree)).toBe(
      [
        'openapi/lint/exceptions.yaml:1:3  penstock/exceptions  Nothing at openapi/components/schemas/Mode.yaml#/description violates penstock/descriptions any more.',
        '    Remove the exception, or correct its location.',
      ].join('\n'),
    );
  });

  test.each([
    [
      'without a reason',
      '- rule: penstock/descriptions\n  at: openapi/x.yaml#/\n',
      'has a rule, a location and a reason',
    ],
    ['that is no entry', '- penstock/descriptions\n', 'has a rule, a location and a reason'],
    [
      'from no rule',
      '- rule: no-unused-components\n  at: x\n  reason: A test.\n',
      'is not a rule of the style guide',
    ],
  ])('an exception %s', async (_, entry, message) => {
    const tree = contractTree();
    tree.write('openapi/lint/exceptions.yaml', entry);
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/lint\/exceptions\.yaml:1:3 {2}penstock\/exceptions {2}.*\n {4}/,
    );
    expect(await errorsOf(tree)).toContain(message);
  });

  test('an exception that is listed twice', async () => {
    const tree = contractTree();
    const location = 'components/schemas/Mode.yaml#/description';
    excuse(tree, 'descriptions', location, location);
    expect(await errorsOf(tree)).toMatch(/^openapi\/lint\/exceptions\.yaml:4:3 .*listed twice/);
  });

  test('a list of exceptions that cannot be read', async () => {
    const tree = contractTree();
    tree.write('openapi/lint/exceptions.yaml', '- rule: [\n');
    expect(await errorsOf(tree)).toMatch(/exceptions\.yaml:\d+:\d+ {2}.+\n {4}/);
  });

  test('is what `pnpm lint` applies, too, with its exceptions', async () => {
    const tree = contractTree();
    const lint = () => lintContract(tree.folder).catch((reason: unknown) => reason);
    tree.edit('openapi/components/schemas/Mode.yaml', 'How it moves.', 'How it moves');
    const error = await lint();
    expect(error).toBeInstanceOf(ContractError);
    expect((error as ContractError).diagnostics).toMatchObject([
      {
        file: join(tree.folder, 'openapi/components/schemas/Mode.yaml'),
        line: 2,
        column: 1,
        rule: 'penstock/descriptions',
      },
    ]);
    excuse(tree, 'descriptions', 'components/schemas/Mode.yaml#/description');
    expect(await lint()).toBeUndefined();
  });

  test('is not silenced by an ignore file of Redocly', async () => {
    const tree = contractTree();
    tree.edit('openapi/components/schemas/Mode.yaml', 'How it moves.', 'How it moves');
    tree.write(
      '.redocly.lint-ignore.yaml',
      "openapi/components/schemas/Mode.yaml:\n  penstock/descriptions: ['#/description']\n",
    );
    expect(await errorsOf(tree)).toContain('penstock/descriptions');
  });
});
