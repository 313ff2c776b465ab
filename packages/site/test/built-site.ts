import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../src/build.ts';

/** A built site by file name. */
export type Site = ReadonlyMap<string, Buffer>;

let built: Promise<Site> | undefined;

/** The site, built once for all tests of a file. */
export function builtSite(): Promise<Site> {
  built ??= freshSite();
  return built;
}

export async function freshSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-site-'));
  try {
    await buildSite(folder);
    const paths = await filesIn(folder);
    return new Map(
      await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every file below a folder, relative to it. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

export function text(site: Site, path: string): string {
  const content = site.get(path);
  if (!content) throw new Error(`The site has no ${path}.`);
  return content.toString('utf8');
}

/** The markup of a page as a reader sees it. */
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
