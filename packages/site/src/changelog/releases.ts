import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The changelog that `pnpm changeset version` writes. */
export const contractChangelog = fileURLToPath(
  new URL('../CHANGELOG.md', import.meta.resolve('@penstock/contract/openapi/management.json')),
);

/** Returns the releases of the contract as Markdown, newest first; undefined before the first one. */
export async function readReleases(file = contractChangelog): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // The file does not exist before the first release.
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const releases = text.slice(Math.max(text.indexOf('\n## '), 0)).trim();
  // A version is a section of the page, so its heading is one level lower.
  return releases === '' ? undefined : releases.replace(/^#/gm, '##');
}

/** A release, with its changes as Markdown. */
export interface Release {
  readonly version: string;
  readonly text: string;
}

/** Returns the releases of the Markdown that `readReleases` returns, newest first. */
export function releasesIn(markdown: string): Release[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [version = '', ...lines] = section.split('\n');
      return { version: version.trim(), text: lines.join('\n').trim() };
    });
}
