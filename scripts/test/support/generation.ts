import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { findDrift, removeDrift } from '../../generate/artefacts.ts';
import { main } from '../../generate/command.ts';
import { ContractError, formatDiagnostic } from '../../generate/diagnostics/diagnostics.ts';
import { slowEmitters } from '../../generate/emit/slow-emitters.ts';
import { generate } from '../../generate/pipeline.ts';
import type { ContractTree } from './contract-tree.ts';

const program = join(import.meta.dirname, '../../generate.ts');

/** Runs the program a person runs, in a process of its own. */
export function runProgram(tree: ContractTree, ...options: string[]) {
  const result = spawnSync(process.execPath, [program, '--root', tree.folder, ...options], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined },
  });
  return { status: result.status, out: result.stdout, err: result.stderr };
}

/** Runs the command in this process, which has loaded the compilers, and returns what it prints. */
export async function run(tree: ContractTree, ...options: string[]) {
  const printed = { out: '', err: '' };
  const append = (stream: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[stream] += text;
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(append('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(append('err')),
  ];
  vi.stubEnv('FORCE_COLOR', undefined);
  vi.stubEnv('NO_COLOR', '1');
  try {
    const status = await main(['--root', tree.folder, ...options], () => ({
      ...slowEmitters,
      stop: async () => {},
    }));
    return { status, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** Generates the files of the tree without a process of its own, for tests that start from a generated tree. */
export async function generateFiles(tree: ContractTree): Promise<void> {
  const generated = await generate(tree.folder);
  await removeDrift(tree.folder, generated.artefacts, await findDrift(tree.folder, generated.artefacts));
}

/** Returns the errors of the pipeline for an invalid contract. */
export async function errorsOf(tree: ContractTree): Promise<string> {
  const error: unknown = await generate(tree.folder).catch((reason: unknown) => reason);
  if (!(error instanceof ContractError)) throw error;
  return error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, tree.folder)).join('\n');
}

/** Lists exceptions from one style rule, at locations of the contract. */
export function excuse(tree: ContractTree, rule: string, ...locations: string[]): void {
  const entries = locations.map((at) => `- rule: penstock/${rule}\n  at: openapi/${at}\n  reason: A test.\n`);
  tree.write('openapi/lint/exceptions.yaml', entries.join(''));
}

export const artefacts = [
  'packages/client/api.md',
  'packages/client/src/generated/declared-problems.ts',
  'packages/client/src/generated/management.ts',
  'packages/client/src/generated/models.ts',
  'packages/client/src/generated/observability.ts',
  'packages/client/src/generated/secret-names.ts',
  'packages/contract/openapi/invalid-examples.json',
  'packages/contract/openapi/management.json',
  'packages/contract/openapi/management.oneof.yaml',
  'packages/contract/openapi/management.yaml',
  'packages/contract/openapi/observability.json',
  'packages/contract/openapi/observability.oneof.yaml',
  'packages/contract/openapi/observability.yaml',
  'packages/contract/src/generated/management.ts',
  'packages/contract/src/generated/observability.ts',
  'packages/contract/src/generated/operations.ts',
  'packages/contract/src/generated/problems.ts',
  'packages/contract/src/generated/response-copies.ts',
  'packages/contract/src/generated/schemas.ts',
  'packages/contract/src/generated/secret-fields.ts',
  'packages/contract/src/generated/validators.ts',
  'packages/server/src/generated/handlers.ts',
];

/** Generates in memory, and returns the content of a file. */
export async function artefactsOf(tree: ContractTree): Promise<(path: string) => string> {
  const { artefacts } = await generate(tree.folder);
  return (path) => artefacts.get(path) ?? expect.fail(`${path} is not generated`);
}
