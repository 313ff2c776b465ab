import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Artefacts, type Drift, findStale } from '../generate/artefacts.ts';
import { contractFiles } from '../generate/lint/orphans.ts';
import { isInTwinFolder } from './names.ts';
import { type Twin, WRITTEN } from './twins.ts';

/** The content of the twins, by path. */
export function contentsOf(twins: readonly Twin[]): Artefacts {
  return new Map(twins.map(({ path, content }) => [path, content]));
}

/** Twins on disk that differ from the derived ones, and twins without a source. */
export async function findTwinDrift(workspace: string, twins: readonly Twin[]): Promise<Drift[]> {
  const contents = contentsOf(twins);
  const files = (await contractFiles(workspace)).map((file) =>
    relative(workspace, file).replaceAll(sep, '/'),
  );
  const others = files.filter((path) => path.endsWith('.yaml') && !contents.has(path));
  const areExtra = await Promise.all(others.map((path) => isTwin(workspace, path)));
  const extra = others.filter((_, index) => areExtra[index]);
  return [
    ...(await findStale(workspace, contents)),
    ...extra.map((path): Drift => ({ path, kind: 'extra' })),
  ];
}

async function isTwin(workspace: string, path: string): Promise<boolean> {
  return isInTwinFolder(path) || (await readFile(join(workspace, path), 'utf8')).startsWith(WRITTEN);
}
