import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { indexOptions } from '../../assets/search/index-options.js';
import { type SiteFile, siteFile } from '../site-file.ts';
import type { SearchEntry } from './entries.ts';

/** The index that a page loads on the first search, made while the site is built. */
export function searchIndex(entries: readonly SearchEntry[]): SiteFile {
  const index = new MiniSearch<SearchEntry & { id: number }>(indexOptions);
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return siteFile('search/index.json', JSON.stringify(index));
}

/** MiniSearch as its package brings it: one module, which the search imports. */
export async function searchLibrary(): Promise<SiteFile[]> {
  const entry = fileURLToPath(import.meta.resolve('minisearch'));
  const [script, license] = await Promise.all([
    readFile(entry, 'utf8'),
    readFile(new URL('../../LICENSE.txt', `file://${entry}`)),
  ]);
  return [
    siteFile('search/minisearch.js', script.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')),
    siteFile('search/minisearch-license.txt', license),
  ];
}
