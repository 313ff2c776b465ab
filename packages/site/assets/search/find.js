// Searches the index, which the first query loads.
import { indexOptions } from './index-options.js';
import { rank } from './rank.js';

/** Keeps the results of all kinds visible. */
const MAX_RESULTS_PER_KIND = 6;

let loading;

/** Returns the best results of each kind, best first. */
export async function find(query) {
  loading ??= load();
  const index = await loading.catch((error) => {
    loading = undefined;
    throw error;
  });
  const results = rank(index, query);
  return [...Map.groupBy(results, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.slice(0, MAX_RESULTS_PER_KIND),
  );
}

async function load() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import(new URL('minisearch.js', import.meta.url)),
    fetch(new URL('index.json', import.meta.url)),
  ]);
  if (!response.ok) throw new Error(`The search index has status ${response.status}.`);
  return MiniSearch.loadJSON(await response.text(), indexOptions);
}
