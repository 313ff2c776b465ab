import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { GENERATED_FOLDERS } from './surfaces.ts';

/** Generated files: path relative to the workspace, and content. */
export type Artefacts = ReadonlyMap<string, string>;

/** A committed file that differs from the generated one. */
export interface Drift {
  path: string;
  kind: 'missing' | 'stale' | 'extra';
}

/** Compares what was generated with what is on disk, in the folders that only contain generated files. */
export async function findDrift(workspace: string, artefacts: Artefacts): Promise<Drift[]> {
  const expected = await findStale(workspace, artefacts);
  const listed = await Promise.all(GENERATED_FOLDERS.map((folder) => listFiles(workspace, folder)));
  const extra = listed.flat().filter((path) => !artefacts.has(path));
  return [...expected, ...extra.map((path): Drift => ({ path, kind: 'extra' }))];
}

/** Files on disk that are missing, or have another content. */
export async function findStale(workspace: string, artefacts: Artefacts): Promise<Drift[]> {
  const committed = await readCommitted(workspace, artefacts);
  return [...artefacts].flatMap(([path, content]): Drift[] => {
    const current = committed.get(path);
    if (current === content) return [];
    return [{ path, kind: current === undefined ? 'missing' : 'stale' }];
  });
}

/** Makes the disk agree; files that already do are not touched, so builds and editors see no change. */
export async function removeDrift(workspace: string, artefacts: Artefacts, drift: Drift[]): Promise<void> {
  for (const { path, kind } of drift) {
    const file = join(workspace, path);
    if (kind === 'extra') {
      await rm(file);
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, artefacts.get(path) ?? '');
  }
}

async function readCommitted(
  workspace: string,
  artefacts: Artefacts,
): Promise<Map<string, string | undefined>> {
  const entries = [...artefacts.keys()].map(
    async (path) => [path, await readIfThere(join(workspace, path))] as const,
  );
  return new Map(await Promise.all(entries));
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(ignoreMissing(undefined));
}

async function listFiles(workspace: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(workspace, folder), { recursive: true, withFileTypes: true }).catch(
    ignoreMissing([]),
  );
  const files = entries.filter((entry) => !entry.isDirectory());
  return files
    .map((entry) => relative(workspace, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

function ignoreMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
