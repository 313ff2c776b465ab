import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readHistory } from './changelog/history.ts';
import { contractBundles, readBundles } from './contract/bundle.ts';
import { readContract } from './contract/contract.ts';
import { readTexts } from './contract/texts.ts';
import { siteDirectory } from './site-directory.ts';
import { siteFiles } from './site-files.ts';

export interface SiteOptions {
  /** The folder with the bundles; by default that of `@penstock/contract`. */
  readonly bundles?: string;
  /** Origins of APIs that Try-it may ask beside the site's own, such as that of the mock; the first one is chosen at first. */
  readonly tryIt?: readonly string[];
}

export interface SiteReport {
  readonly directory: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly milliseconds: number;
}

/**
 * Builds the site into `target`. Nothing is written unless everything can be. The site's own folder is
 * emptied first; in any other folder, what the site does not write stays as it is.
 *
 * @throws SiteBuildError for what the person who builds it can mend
 */
export async function buildSite(
  target = siteDirectory,
  { bundles = contractBundles, tryIt = [] }: SiteOptions = {},
): Promise<SiteReport> {
  const start = performance.now();
  const contract = readContract(await readBundles(bundles), await readTexts());
  const files = await siteFiles(contract, await readHistory(bundles), tryIt);
  if (target === siteDirectory) await rm(target, { recursive: true, force: true });
  const folders = new Set(files.map(({ path }) => dirname(join(target, path))));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all(files.map(({ path, content }) => writeFile(join(target, path), content)));
  return {
    directory: target,
    files: files.map(({ path, content }) => ({ path, bytes: content.length })),
    milliseconds: Math.round(performance.now() - start),
  };
}
