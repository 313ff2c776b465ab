// How the index is made and asked. The build and the page share it: an index answers only to what made it.

export const indexOptions = {
  fields: ['name', 'title', 'context', 'text', 'synonyms'],
  storeFields: ['kind', 'title', 'context', 'urls'],
  tokenize: terms,
  searchOptions: {
    boost: { name: 8, title: 6, synonyms: 3, context: 2 },
    boostDocument: (_id, term, { kind, title }) =>
      WEIGHTS[kind] * (title.toLowerCase() === term ? WHOLE_TITLE : 1),
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    tokenize: (query) => query.split(SEPARATORS).filter(Boolean),
    processTerm: (term) => (FILLERS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  },
};

/** What people look for most stands first where the words alone do not tell. */
const WEIGHTS = { operation: 1.6, error: 1.4, guide: 1.2, field: 1, decision: 0.8 };

/** What is called just as the question stands before what has the word in its name. */
const WHOLE_TITLE = 3;

/** Words of a question that say nothing about what it asks for. */
const FILLERS = new Set(
  'a an and are be by can do does for from how i in is it my of on or the to what when where which why with'.split(
    ' ',
  ),
);

const SEPARATORS = /[^\p{L}\p{N}_]+/u;

/** The words of a text, and the parts of names: `replicaCpuMillicores` is found by `cpu`, too. */
function terms(text) {
  const words = text.split(SEPARATORS).filter(Boolean);
  return [...words, ...words.flatMap(parts)];
}

function parts(word) {
  const found = word.split(/_|(?<=[a-z\d])(?=[A-Z])/).filter(Boolean);
  return found.length > 1 ? found : [];
}
