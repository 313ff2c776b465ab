// How the index is made and asked. The build and the page share it: an index answers only to what made it.

export const indexOptions = {
  fields: ['name', 'title', 'context', 'text'],
  storeFields: ['kind', 'title', 'context', 'urls'],
  tokenize: terms,
  searchOptions: {
    boost: { name: 8, title: 6, context: 2 },
    boostDocument: (_id, _term, { kind }) => WEIGHTS[kind],
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    tokenize: (query) => query.split(SEPARATORS).filter(Boolean),
  },
};

/** What people look for most stands first where the words alone do not tell. */
const WEIGHTS = { operation: 1.6, error: 1.4, guide: 1.2, field: 1, decision: 0.8 };

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
