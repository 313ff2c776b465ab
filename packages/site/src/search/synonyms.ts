import type { Contract } from '../contract/contract.ts';
import { textOf } from '../contract/texts.ts';
import { SiteBuildError } from '../site-build-error.ts';

const source = 'description/guides/glossary.md';

/** The section of the glossary whose table maps words of other systems to the words of the API. */
export const synonymSection = 'Words of other systems';

/** Returns the words of other systems for the words of a title, as the glossary maps them. */
export function synonymsFrom({ texts }: Contract): (title: string) => string {
  const rows = synonymRows(textOf(texts, source));
  return (title) =>
    rows
      .filter(({ word }) => word.test(title))
      .map(({ others }) => others)
      .join(' ');
}

interface SynonymRow {
  /** Matches a title with the word, also in the plural. */
  readonly word: RegExp;
  readonly others: string;
}

function synonymRows(glossary: string): SynonymRow[] {
  const [, section = ''] = glossary.split(`## ${synonymSection}\n`);
  const rows = [...section.matchAll(/^\| (?!word |-)(.+?) *\| (.+?) *\|$/gm)];
  if (rows.length === 0)
    throw new SiteBuildError(
      `openapi/${source} has no table in the section ${synonymSection}: the search reads its synonyms there.`,
    );
  return rows.map(([, others = '', word = '']) => ({ others, word: new RegExp(`\\b${word}s?\\b`, 'i') }));
}
