import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exceptions } from './exceptions.ts';
import type { Finder, Found } from './find-words.ts';

/** A word to replace, with its location. */
export interface ProseError extends Found {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads the files and returns the words to replace in their names and texts. */
export async function checkProse(
  root: string,
  files: readonly string[],
  { find, exceptions, progress }: Options,
): Promise<ProseError[]> {
  const errors: ProseError[] = [];
  // A file that was deleted but not committed is still listed.
  const readable = files.filter((file) => existsSync(join(root, file)) && !exceptions.excusesFile(file));
  for (const [index, file] of readable.entries()) {
    const text = readFileSync(join(root, file), 'utf8');
    errors.push(...exceptions.unexcused(file, file, await find(file)).map((found) => inName(file, found)));
    errors.push(
      ...exceptions.unexcused(file, text, await find(text)).map((found) => inText(file, text, found)),
    );
    progress?.(index + 1, readable.length);
  }
  return errors;
}

interface Options {
  readonly find: Finder;
  readonly exceptions: Exceptions;
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** A word in the name of a file is reported at its first line. */
function inName(file: string, found: Found): ProseError {
  return { ...found, file, line: 1, column: 1 };
}

function inText(file: string, text: string, found: Found): ProseError {
  const before = text.slice(0, found.offset);
  const line = before.split('\n').length;
  return { ...found, file, line, column: found.offset - before.lastIndexOf('\n') };
}
