import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkProse } from './prose/check-prose.ts';
import { Exceptions } from './prose/exceptions.ts';
import { createFinder } from './prose/find-words.ts';
import { formatCounts, formatErrors } from './prose/format-prose.ts';
import { readGlossary } from './prose/glossary.ts';
import { trackedFiles } from './prose/tracked-files.ts';

const HELP = `Usage: node scripts/checks/prose.ts [--count] [paths…]

Finds the words that this repository avoids, and prints the words to use: in names of files, Markdown, YAML, comments, strings and
identifiers. The words are listed in scripts/checks/prose/words.yaml, the exceptions in scripts/checks/prose/exceptions.yaml.

  paths    files and folders to read; by default all files that Git does not ignore
  --count  print a table of words with counts
  --help   print this text
`;

const ROOT = join(import.meta.dirname, '../..');

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n\n${HELP}`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const exceptions = new Exceptions();
  const find = createFinder(readGlossary());
  const files = trackedFiles(ROOT, options.paths);
  const errors = await checkProse(ROOT, files, { find, exceptions, progress: progressOnTerminal() });
  process.stdout.write(options.count ? formatCounts(errors) : formatErrors(errors));
  // Which exceptions are unused is only known after all files were read.
  const unused = options.paths.length > 0 ? [] : exceptions.unused();
  for (const entry of unused) process.stdout.write(`Remove the unused exception: ${entry}\n`);
  return errors.length + unused.length === 0 ? 0 : 1;
}

function readOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { count: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    return { ...values, paths: positionals };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Prints the progress on a terminal, from two seconds on. */
function progressOnTerminal(): ((done: number, all: number) => void) | undefined {
  if (!process.stderr.isTTY) return undefined;
  const begun = performance.now();
  return (done, all) => {
    if (done === all) process.stderr.write('\r\x1b[K');
    else if (performance.now() - begun > 2000) process.stderr.write(`\r${done} of ${all} files`);
  };
}
