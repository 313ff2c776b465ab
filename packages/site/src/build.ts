import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bundle, contractBundles, readBundles } from './bundle.ts';
import { landing } from './pages/landing.ts';
import { referenceDocument, referencePage } from './pages/navigation.ts';
import { reference } from './pages/reference.ts';
import { withCodeSamples } from './samples/code-samples.ts';
import { scalarFile } from './scalar.ts';
import { type SiteFile, siteFile } from './site-file.ts';

/** The built folder. src/ and dist/ are both one level below the package. */
export const siteDirectory = fileURLToPath(new URL('../public', import.meta.url));

export interface SiteReport {
  readonly directory: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly milliseconds: number;
}

/**
 * Builds the site into `target`. Nothing is written unless everything can be. The site's own folder is
 * emptied first; in any other folder, what the site does not write stays as it is.
 */
export async function buildSite(target = siteDirectory, bundles = contractBundles): Promise<SiteReport> {
  const start = performance.now();
  const files = await siteFiles(await readBundles(bundles));
  if (target === siteDirectory) await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await Promise.all(files.map(({ path, content }) => writeFile(join(target, path), content)));
  return {
    directory: target,
    files: files.map(({ path, content }) => ({ path, bytes: content.length })),
    milliseconds: Math.round(performance.now() - start),
  };
}

async function siteFiles(bundles: readonly Bundle[]): Promise<SiteFile[]> {
  return [
    siteFile('index.html', landing(bundles)),
    ...bundles.flatMap(surfaceFiles),
    ...(await Promise.all([...assets.map(assetFile), scalarFile()])),
  ];
}

function surfaceFiles(bundle: Bundle): SiteFile[] {
  return [
    siteFile(referencePage(bundle.surface), reference(bundle)),
    siteFile(referenceDocument(bundle.surface), JSON.stringify(withCodeSamples(bundle.document))),
    siteFile(`${bundle.surface}.json`, bundle.json),
    siteFile(`${bundle.surface}.yaml`, bundle.yaml),
  ];
}

const assets = [
  'favicon.svg',
  'floors.svg',
  'provenance.js',
  'reference.js',
  'scalar-license.txt',
  'site.css',
  'try-it.js',
];

async function assetFile(name: string): Promise<SiteFile> {
  return siteFile(name, await readFile(new URL(`../assets/${name}`, import.meta.url)));
}
