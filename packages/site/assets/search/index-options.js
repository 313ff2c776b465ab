// The options of the index. The build and the page share them, because MiniSearch needs the same options for both.

export const indexOptions = {
  fields: ['name', 'title', 'variants', 'context', 'text', 'synonyms'],
  storeFields: ['kind', 'title', 'context', 'urls'],
  tokenize: terms,
  processTerm: singular,
  searchOptions: {
    boost: { variants: 16, name: 8, title: 6, synonyms: 5, context: 2 },
    boostDocument: (_id, _term, entry) => weightOf(entry),
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.25 : false),
    weights: { prefix: 0.2, fuzzy: 0.3 },
    combineWith: 'OR',
    tokenize: (query) => query.split(SEPARATORS).filter(Boolean),
    processTerm: queryTerm,
  },
};

/** Kinds that are searched for most rank higher. */
const WEIGHTS = {
  operation: 1.6,
  guide: 1.6,
  sample: 1.6,
  error: 1.3,
  event: 1.3,
  group: 1.2,
  field: 0.7,
  decision: 0.5,
};

/** A section of a page ranks below pages. */
const SECTION = 0.5;

function weightOf({ kind, urls }) {
  return WEIGHTS[kind] * (kind === 'guide' && urls[0].includes('#') ? SECTION : 1);
}

/** Returns the term in lower case, without the `s` of a plural. */
function singular(term) {
  const lower = term.toLowerCase();
  return lower.endsWith('s') ? lower.replace(/(?<=..[^s])s$/, '') : lower;
}

/** Returns the term of a query as in the index; null for a word that is ignored. */
export function queryTerm(term) {
  return FILLERS.has(term.toLowerCase()) ? null : singular(term);
}

/** Words of a query that are ignored. */
const FILLERS = new Set(
  'a an and are be by can do does for from how i in is it my of on or the to what when where which why with'.split(
    ' ',
  ),
);

const SEPARATORS = /[^\p{L}\p{N}_]+/u;

/** Returns the words of a text and the parts of names: `cpu` also finds `replicaCpuMillicores`. */
function terms(text) {
  const words = text.split(SEPARATORS).filter(Boolean);
  return [...words, ...words.flatMap(parts)];
}

function parts(word) {
  const found = word.split(/_|(?<=[a-z\d])(?=[A-Z])/).filter(Boolean);
  return found.length > 1 ? found : [];
}
