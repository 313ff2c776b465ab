import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where `pnpm changeset version` writes what each release of the contract brought. */
const contractChangelog = fileURLToPath(
  new URL('../CHANGELOG.md', import.meta.resolve('@penstock/contract/openapi/management.json')),
);

/** The releases of the contract as Markdown, newest first; undefined if there is none. */
export async function readReleases(file = contractChangelog): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // There is no such file before the first release.
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const releases = text.slice(Math.max(text.indexOf('\n## '), 0)).trim();
  // A version is a section of the page, and not the page.
  return releases === '' ? undefined : releases.replace(/^#/gm, '##');
}
