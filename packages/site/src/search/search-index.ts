import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { indexOptions } from '../../assets/search/index-options.js';
import { type SiteFile, siteAsset, siteFile } from '../site-file.ts';
import type { SearchEntry } from './search-entry.ts';

/** Returns the index that a page loads for the first search. */
export function searchIndex(entries: readonly SearchEntry[]): SiteFile {
  const index = new MiniSearch<SearchEntry & { id: number }>(indexOptions);
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return siteAsset('search/index.json', JSON.stringify(index));
}

/** Returns MiniSearch, as one module, with its license. */
export async function searchLibrary(): Promise<SiteFile[]> {
  const entry = fileURLToPath(import.meta.resolve('minisearch'));
  const [script, license] = await Promise.all([
    readFile(entry, 'utf8'),
    readFile(new URL('../../LICENSE.txt', `file://${entry}`)),
  ]);
  return [
    siteAsset('search/minisearch.js', script.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')),
    siteFile('search/minisearch-license.txt', license),
  ];
}
