import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SiteBuildError } from '../site-build-error.ts';

/**
 * Returns the versions of the built sites in a folder, newest first. The name of a site's folder is its version.
 *
 * @throws SiteBuildError if the folder contains anything else
 */
export async function earlierVersions(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => {
    throw new SiteBuildError(
      `${folder} cannot be read: --versions needs a folder with the sites of earlier versions.`,
    );
  });
  for (const name of names) requireSite(folder, name);
  return names.sort(newestFirst);
}

function requireSite(folder: string, name: string): void {
  if (/^\d+\.\d+\.\d+$/.test(name) && existsSync(join(folder, name, 'index.html'))) return;
  throw new SiteBuildError(
    `${join(folder, name)} is not the site of a version: use folders such as 1.0.0, each with the files of \`public\` in that version of @penstock/site.`,
  );
}

const collator = new Intl.Collator('en', { numeric: true });

function newestFirst(one: string, other: string): number {
  return collator.compare(other, one);
}

/** Copies the sites to where the version picker links to. */
export async function copyEarlierSites(
  folder: string,
  versions: readonly string[],
  target: string,
): Promise<void> {
  for (const version of versions)
    await cp(join(folder, version), join(target, 'versions', version), { recursive: true });
}
