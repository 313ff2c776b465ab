import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A word or a phrase of words.yaml, with the words to use. */
export interface Entry {
  readonly name: string;
  /** All forms of a word; empty for a phrase. */
  readonly forms: readonly string[];
  readonly phrase?: RegExp;
  readonly use: readonly string[];
  readonly hint?: string;
}

/** Reads words.yaml. */
export function readGlossary(file = join(import.meta.dirname, 'words.yaml')): Entry[] {
  const entries = parse(readFileSync(file, 'utf8')) as Record<string, Written>;
  return Object.entries(entries).map(([name, { forms = [], phrase, ...advice }]) =>
    phrase === undefined
      ? { name, forms: [name, ...forms], ...advice }
      : { name, forms: [], phrase: phraseExpression(phrase), ...advice },
  );
}

/** Compiles a phrase whose words may be separated by a line break and the marks that begin a line of a comment. */
export function phraseExpression(phrase: string): RegExp {
  return new RegExp(`(?<![\\w-])(?:${phrase.replaceAll(' ', '(?:[\\s>#]|//|\\*)+')})`, 'gi');
}

interface Written {
  readonly forms?: readonly string[];
  readonly phrase?: string;
  readonly use: readonly string[];
  readonly hint?: string;
}
