import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Bundle } from '../bundle/bundle.ts';
import type { Diagnostic } from '../diagnostics/diagnostics.ts';

/** The rule of guidelines/style.md that can only be checked on both documents together. */
export const NO_ORPHANS = { number: 'P18', id: 'no-orphans' } as const;

const FOLDERS = ['paths', 'webhooks', 'components', 'examples'];

/** The files of the contract below its documents, whether these reach them or not. */
export async function contractFiles(workspace: string): Promise<string[]> {
  const listed = await Promise.all(FOLDERS.map((folder) => filesIn(join(workspace, 'openapi', folder))));
  return listed.flat().sort();
}

/** Files of the contract that neither document reaches: their errors would go unnoticed. */
export async function findOrphans(workspace: string, bundles: Bundle[]): Promise<Diagnostic[]> {
  const reached = new Set(bundles.flatMap(({ files }) => [...files]));
  const files = await contractFiles(workspace);
  const orphans = files.filter((file) => !reached.has(file) && !isReadOtherwise(file));
  return orphans.map((file) => ({
    file,
    line: 1,
    column: 1,
    rule: `penstock/${NO_ORPHANS.id}`,
    message: 'Neither document refers to this file. Refer to it, or remove it.',
    advice: `See openapi/guidelines/style.md, ${NO_ORPHANS.number}`,
  }));
}

/** A README speaks for its folder; an invalid example belongs to an operation by the name of its folder. */
function isReadOtherwise(file: string): boolean {
  return basename(file) === 'README.md' || /^invalid\..+\.yaml$/.test(basename(file));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
