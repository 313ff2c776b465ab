import { type CSpellUserSettings, spellCheckDocument } from 'cspell-lib';
import type { Entry } from './glossary.ts';

/** A word of the glossary in a text. */
export interface Found {
  readonly entry: Entry;
  readonly text: string;
  readonly offset: number;
}

/** Finds words and phrases of the glossary in a text of any kind, in the order of the text. */
export type Finder = (text: string) => Promise<Found[]>;

/*
 * CSpell finds the words, also in identifiers, by its list of flagged words. It has no flagged phrases, so these are found by
 * regular expressions here.
 */
export function createFinder(glossary: readonly Entry[]): Finder {
  const entryOf = new Map(glossary.flatMap((entry) => entry.forms.map((form) => [form, entry] as const)));
  const forms = [...entryOf.keys()];
  const containsWord = new RegExp(forms.join('|'), 'i');
  const settings = settingsFor(forms);
  return async (text) => {
    const phrases = findPhrases(text, glossary);
    if (!containsWord.test(text)) return phrases;
    const { issues } = await spellCheckDocument(
      { uri: 'file:///text.txt', text, languageId: 'plaintext', locale: LOCALE },
      { noConfigSearch: true, generateSuggestions: false },
      settings,
    );
    const words = issues
      .map(({ text: word, offset }) => ({ entry: entryOf.get(word.toLowerCase()), text: word, offset }))
      .filter((found): found is Found => found.entry !== undefined)
      .filter((word) => !phrases.some((phrase) => contains(phrase, word)));
    return [...words, ...phrases].sort((a, b) => a.offset - b.offset);
  };
}

/** No language, so that CSpell loads no dictionary and only looks at the flagged words. */
const LOCALE = 'zz';

function settingsFor(forms: readonly string[]): CSpellUserSettings {
  return {
    language: LOCALE,
    dictionaries: [],
    languageSettings: [],
    flagWords: [...forms],
    enableFiletypes: ['*'],
    // CSpell then reads only these words, which takes a third of the time.
    includeRegExpList: [`/[A-Za-z]*(?:${forms.join('|')})[A-Za-z]*/gi`],
    ignoreRegExpList: [String.raw`/https?:\/\/[^\s'"\`<>)]+/g`],
    maxNumberOfProblems: Number.MAX_SAFE_INTEGER,
    maxDuplicateProblems: Number.MAX_SAFE_INTEGER,
  };
}

function findPhrases(text: string, glossary: readonly Entry[]): Found[] {
  return glossary.flatMap((entry) =>
    entry.phrase === undefined
      ? []
      : [...text.matchAll(entry.phrase)].map((match) => ({ entry, text: match[0], offset: match.index })),
  );
}

function contains(phrase: Found, word: Found): boolean {
  return word.offset >= phrase.offset && word.offset + word.text.length <= phrase.offset + phrase.text.length;
}
