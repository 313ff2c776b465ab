import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { CodeSample } from './code-samples.ts';

/** A language whose samples are compiled but not executed by the tests. */
export interface CompiledLanguage {
  readonly lang: CodeSample['lang'];
  readonly label: string;
  /** The command of the compiler. */
  readonly compiler: string;
}

export const compiledLanguages: readonly CompiledLanguage[] = [
  { lang: 'go', label: 'Go', compiler: 'go' },
  { lang: 'rust', label: 'Rust', compiler: 'cargo' },
  { lang: 'java', label: 'Java', compiler: 'javac' },
];

/** Returns whether the folders of `path`, a list such as `PATH`, contain a compiler. */
export function isInstalled({ compiler }: CompiledLanguage, path = process.env.PATH ?? ''): boolean {
  const names = process.platform === 'win32' ? [`${compiler}.exe`] : [compiler];
  return path.split(delimiter).some((folder) => names.some((name) => existsSync(join(folder, name))));
}

/** Returns a sentence per language whose samples no test of this machine can compile, for the report of the build. */
export function uncompiledSamples(path?: string): string[] {
  return compiledLanguages
    .filter((language) => !isInstalled(language, path))
    .map(
      ({ label, compiler }) =>
        `The code samples in ${label} are not verified on this machine: \`${compiler}\` is not installed.`,
    );
}
