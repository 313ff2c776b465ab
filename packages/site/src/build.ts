import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { feedNotes } from './changelog/feed.ts';
import { readHistory } from './changelog/history.ts';
import { releasesIn } from './changelog/releases.ts';
import { contractBundles, readBundles } from './contract/bundle.ts';
import { readContract } from './contract/contract.ts';
import { readTexts } from './contract/texts.ts';
import { compressedFiles } from './output/compression.ts';
import { withHashedNames } from './output/hashed-names.ts';
import { publicUrl } from './published/public-url.ts';
import { previewFiles, publishedFiles, publishingNotes } from './published/published-files.ts';
import { uncompiledSamples } from './samples/compilers.ts';
import { siteDirectory } from './site-directory.ts';
import { siteFiles } from './site-files.ts';
import { copyEarlierSites, earlierVersions } from './versions/earlier-sites.ts';
import { withVersionPicker } from './versions/version-picker.ts';

export interface SiteOptions {
  /** The folder of the bundles. Default: the folder of `@penstock/contract`. */
  readonly bundles?: string;
  /** Additional origins that Try-it can send requests to, such as that of the mock. The first one is preselected. */
  readonly tryIt?: readonly string[];
  /** Whether to write a `.br` and a `.gz` file next to each file that they make smaller. Default: true. */
  readonly compress?: boolean;
  /** The public URL of the site, for canonical links, the sitemap and previews, which contain it. */
  readonly url?: string;
  /** A folder with the sites of earlier versions, which the version picker lists. The name of a site's folder is its version. */
  readonly versions?: string;
}

export interface SiteReport {
  readonly directory: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly milliseconds: number;
  /** Sentences about what the site lacks, or what is not verified. */
  readonly notes: readonly string[];
}

/**
 * Builds the site into `target`. Writes nothing if a file cannot be built. Empties the site's own folder first; in any
 * other folder, files that the site does not write are kept.
 *
 * @throws SiteBuildError for an error that the caller can fix
 */
export async function buildSite(
  target = siteDirectory,
  { bundles = contractBundles, tryIt = [], compress = true, url, versions }: SiteOptions = {},
): Promise<SiteReport> {
  const start = performance.now();
  const site = url === undefined ? undefined : publicUrl(url);
  const contract = readContract(await readBundles(bundles), await readTexts());
  const history = await readHistory(bundles);
  const earlier = versions === undefined ? [] : await earlierVersions(versions);
  const [latest] = releasesIn(history.releases ?? '');
  const drawn = withVersionPicker(await siteFiles(contract, history, tryIt), latest?.version, earlier);
  const plain = withHashedNames(publishedFiles(drawn, site));
  // Compression runs in other threads, and pictures are not compressed again.
  const [compressed, previews] = await Promise.all([
    compress ? compressedFiles(plain) : [],
    previewFiles(drawn, site),
  ]);
  const files = [...plain, ...previews, ...compressed];
  if (target === siteDirectory) await rm(target, { recursive: true, force: true });
  const folders = new Set(files.map(({ path }) => dirname(join(target, path))));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all(files.map(({ path, content }) => writeFile(join(target, path), content)));
  if (versions !== undefined) await copyEarlierSites(versions, earlier, target);
  return {
    directory: target,
    files: files.map(({ path, content }) => ({ path, bytes: content.length })),
    milliseconds: Math.round(performance.now() - start),
    notes: [...publishingNotes(site), ...feedNotes(history), ...uncompiledSamples()],
  };
}
