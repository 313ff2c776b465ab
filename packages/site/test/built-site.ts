import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSite } from '../src/build.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A site built for one test, by file name. */
export async function builtSite(): Promise<ReadonlyMap<string, Buffer>> {
  const { directory, files } = await buildSite(await temporaryFolder());
  return new Map(
    await Promise.all(files.map(async ({ path }) => [path, await readFile(join(directory, path))] as const)),
  );
}

export function text(site: ReadonlyMap<string, Buffer>, path: string): string {
  const content = site.get(path);
  if (!content) throw new Error(`The site has no ${path}.`);
  return content.toString('utf8');
}

export const pages = ['index.html', 'management.html', 'observability.html'];
