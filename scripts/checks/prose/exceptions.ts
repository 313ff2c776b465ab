import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parse } from 'yaml';
import type { Found } from './find-words.ts';
import { phraseExpression } from './glossary.ts';

/** The exceptions of exceptions.yaml, and which of them were needed. */
export class Exceptions {
  readonly #files: readonly FileException[];
  readonly #texts: readonly (TextException & { readonly expression: RegExp })[];
  readonly #used = new Set<FileException | TextException>();

  /** @throws if an entry has no reason. */
  constructor(file = join(import.meta.dirname, 'exceptions.yaml')) {
    const { files, texts } = parse(readFileSync(file, 'utf8')) as Written;
    for (const entry of [...files, ...texts]) {
      if (!entry.reason) throw new Error(`An exception in ${file} has no reason: ${JSON.stringify(entry)}`);
    }
    this.#files = files;
    this.#texts = texts.map((entry) => ({ ...entry, expression: phraseExpression(entry.text) }));
  }

  /** Whether a file is not read at all. */
  excusesFile(path: string): boolean {
    const found = this.#files.find((entry) => matchesGlob(path, entry.path));
    if (found) this.#used.add(found);
    return found !== undefined;
  }

  /** Returns the words that no exception covers. */
  unexcused(path: string, text: string, words: readonly Found[]): Found[] {
    if (words.length === 0) return [];
    const ranges = this.#texts
      .filter((entry) => entry.path === undefined || matchesGlob(path, entry.path))
      .flatMap((entry) => [...text.matchAll(entry.expression)].map((match) => ({ entry, match })));
    return words.filter((word) => {
      const covering = ranges.filter(({ match }) => covers(match, word));
      for (const { entry } of covering) this.#used.add(entry);
      return covering.length === 0;
    });
  }

  /** Describes the entries that excused nothing. */
  unused(): string[] {
    return [...this.#files, ...this.#texts]
      .filter((entry) => !this.#used.has(entry))
      .map((entry) => ('text' in entry ? `${entry.path ?? 'any file'}: ${entry.text}` : entry.path));
  }
}

function covers(match: RegExpExecArray, word: Found): boolean {
  const overlapEnd = Math.min(match.index + match[0].length, word.offset + word.text.length);
  return overlapEnd > Math.max(match.index, word.offset);
}

interface FileException {
  readonly path: string;
  readonly reason: string;
}

interface TextException {
  readonly text: string;
  readonly path?: string;
  readonly reason: string;
}

interface Written {
  readonly files: readonly FileException[];
  readonly texts: readonly TextException[];
}
