import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashInName } from '../../src/output/caching.ts';
import { sharedSite } from './shared-site.ts';

/** A built site by file name. */
export type Site = ReadonlyMap<string, Buffer>;

let shared: Promise<Site> | undefined;

/** Returns the files of the site that all tests of a run share. */
export function builtSite(): Promise<Site> {
  shared ??= sharedSite().then(readSite);
  return shared;
}

/** Returns the files of a built site. */
export async function readSite(folder: string): Promise<Site> {
  const paths = await filesIn(folder);
  const files = paths.map(async (path) => [path, await readFile(join(folder, path))] as const);
  return new Map(await Promise.all(files));
}

/** Returns the paths of all files below a folder, relative to it. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

/** Returns the text of a file. The path of an asset can be without its hash, such as `site.css`. */
export function text(site: Site, path: string): string {
  const content = site.get(path) ?? site.get(hashedPath(site, path) ?? '');
  if (!content) throw new Error(`The site has no ${path}.`);
  return content.toString('utf8');
}

/** Returns the published path of an asset; undefined if there is none. */
export function hashedPath(site: Site, path: string): string | undefined {
  return [...site.keys()].find((each) => each.replace(hashInName, '') === path);
}

/** Returns the text of a page without markup. */
export function words(site: Site, path: string): string {
  return text(site, path)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

export function pagesOf(site: Site): string[] {
  return [...site.keys()].filter((path) => path.endsWith('.html'));
}
