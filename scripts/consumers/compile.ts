import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import type { Finding } from './consumer.ts';
import { commandFile } from './installed-package.ts';

/** The native compiler, which takes a fifth of the time of the one that the tools use. */
const TSC = commandFile('typescript-7', 'tsc');

/** What a strict consumer with a bundler has; nothing of this workspace. */
const COMPILER_OPTIONS = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: [],
};

/** Compiles what a tool generated with `tsc --strict`; nothing generated is an error of the compiler, too. */
export async function compile(folder: string, generated: string): Promise<Finding[]> {
  const project = join(folder, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: [generated] }));
  const { exitCode, lines } = await runCommand(TSC, ['--project', project, '--pretty', 'false'], folder);
  if (exitCode === 0) return [];
  return lines.map((output) => ({ sentence: 'The generated code does not compile.', output }));
}
