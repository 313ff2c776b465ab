// The options of the index. The build and the page share them, because MiniSearch needs the same options for both.

export const indexOptions = {
  fields: ['name', 'title', 'context', 'text', 'synonyms'],
  storeFields: ['kind', 'title', 'context', 'urls'],
  tokenize: terms,
  searchOptions: {
    boost: { name: 8, title: 6, synonyms: 3, context: 2 },
    boostDocument: (_id, term, { kind, title }) =>
      WEIGHTS[kind] * (title.toLowerCase() === term ? EXACT_TITLE : 1),
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    tokenize: (query) => query.split(SEPARATORS).filter(Boolean),
    processTerm: (term) => (FILLERS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  },
};

/** Kinds that are searched for most rank higher. */
const WEIGHTS = { operation: 1.6, error: 1.4, guide: 1.2, field: 1, decision: 0.8 };

/** An exact title ranks above a title that contains the term. */
const EXACT_TITLE = 3;

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
