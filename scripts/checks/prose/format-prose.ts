import { styleText } from 'node:util';
import type { ProseError } from './check-prose.ts';
import type { Entry } from './glossary.ts';

/** Formats one line per word: location, word, words to use. */
export function formatErrors(errors: readonly ProseError[]): string {
  return errors
    .map(({ file, line, column, text, entry }) => {
      const location = styleText('bold', `${file}:${line}:${column}`, { stream: process.stdout });
      return `${location}  "${text.replaceAll(/\s+/g, ' ')}": ${advice(entry)}\n`;
    })
    .join('');
}

/** A table of the words, most frequent first, and their sum. */
export function formatCounts(errors: readonly ProseError[]): string {
  const byWord = Map.groupBy(errors, ({ entry }) => entry.name);
  const rows = [...byWord]
    .map(([word, found]) => ({
      word,
      count: found.length,
      files: new Set(found.map(({ file }) => file)).size,
    }))
    .sort((a, b) => b.count - a.count);
  const all = { word: 'all', count: errors.length, files: new Set(errors.map(({ file }) => file)).size };
  return [...rows, all]
    .map(({ word, count, files }) => `${word.padEnd(16)} ${String(count).padStart(5)} in ${files} files\n`)
    .join('');
}

/** `use "response" or "respond"`, then the hint. */
function advice({ use, hint }: Entry): string {
  const words = use.map((word) => `"${word}"`).join(' or ');
  return `use ${words}${hint === undefined ? '' : ` (${hint})`}`;
}
