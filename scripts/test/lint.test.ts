import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ContractTree, contractTree } from './support/contract-tree.ts';

const program = join(import.meta.dirname, '../lint.ts');

function lint(tree: ContractTree) {
  return spawnSync(process.execPath, [program, '--root', tree.folder], { encoding: 'utf8' });
}

test('a contract without errors passes in silence', () => {
  expect(lint(contractTree())).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('an error is reported with file and line, from sources and bundles alike', () => {
  const tree = contractTree();
  tree.write('openapi/examples/running.yaml', 'id: p-1\nstate: 7\n');
  const { status, stderr } = lint(tree);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^openapi\/examples\/running\.yaml:2:\d+ {2}no-invalid-media-type-examples {2}/);
  expect(stderr).toContain('1 problem in the contract');
});

test('an unknown option is reported with the help', () => {
  const { status, stderr } = spawnSync(process.execPath, [program, '--rot', '.'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Unknown option '--rot'/);
  expect(stderr).toContain('Usage: node scripts/lint.ts [--root <folder>]');
});
