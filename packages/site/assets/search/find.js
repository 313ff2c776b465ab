// Asks the index, which is loaded once, with the first question.
import { indexOptions } from './index-options.js';

/** Enough of each kind to choose from, and few enough to see them all. */
const PER_KIND = 6;

let loading;

/** The best results of each kind, best first. */
export async function find(query) {
  loading ??= load();
  const index = await loading.catch((error) => {
    loading = undefined;
    throw error;
  });
  const results = index.search(query);
  return [...Map.groupBy(results, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.slice(0, PER_KIND),
  );
}

async function load() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import(new URL('minisearch.js', import.meta.url)),
    fetch(new URL('index.json', import.meta.url)),
  ]);
  if (!response.ok) throw new Error(`The search index answered ${response.status}.`);
  return MiniSearch.loadJSON(await response.text(), indexOptions);
}
