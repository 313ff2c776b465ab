import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { compile } from './compile.ts';
import type { Consumer, Finding, Input } from './consumer.ts';

/** A tool that makes TypeScript of a document. */
interface Generator {
  name: string;
  package: string;
  /** The file that Node runs. */
  program: string;
  /** Has to generate into the folder `generated`. */
  arguments(input: Input, generated: string): string[];
  /**
   * The lines the tool writes when all is well. Every other line is a finding: tools disagree on how a warning looks, and
   * some leave out what they do not understand, print a warning, and exit with 0.
   */
  progress: readonly RegExp[];
}

/** The check of a generator: it succeeds, prints only its progress, and the code that it writes compiles. */
export function generatorConsumer(generator: Generator): Consumer {
  return { name: generator.name, package: generator.package, check: (input) => check(generator, input) };
}

async function check(generator: Generator, input: Input): Promise<Finding[]> {
  const generated = join(input.folder, 'generated');
  await mkdir(generated);
  const parameters = generator.arguments(input, generated);
  const { exitCode, lines } = await runCommand(generator.program, parameters, input.folder);
  const remarks = lines.filter((line) => !generator.progress.some((pattern) => pattern.test(line)));
  if (exitCode !== 0) {
    const end = exitCode === null ? 'was stopped' : `ended with exit code ${exitCode}`;
    return [{ sentence: `The tool ${end}.`, output: remarks.join('\n') }];
  }
  const warnings = remarks.map((output) => ({ sentence: 'The tool warned.', output }));
  return [...warnings, ...(await compile(input.folder, generated))];
}
