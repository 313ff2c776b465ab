import { access, mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type {} from './site-folder.ts';

/** Returns the folder of the built site, which all tests of a run share. Tests must not change it. */
export async function sharedSite(): Promise<string> {
  const parent = inject('siteFolder');
  const folder = join(parent, 'site');
  if (await exists(folder)) return folder;
  const { buildSite } = await import('../../src/build.ts');
  const draft = await mkdtemp(join(parent, 'draft-'));
  await buildSite(draft, { compress: false });
  await rename(draft, folder).catch(async (error: unknown) => {
    // Another worker was faster.
    if (!(await exists(folder))) throw error;
  });
  return folder;
}

function exists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}
