import { readFile } from 'node:fs/promises';
import { changelogFiles } from './changelog/changelog.ts';
import type { History } from './changelog/history.ts';
import type { Bundle } from './contract/bundle.ts';
import type { Contract } from './contract/contract.ts';
import { alertGraph } from './diagrams/alert-graph.ts';
import { graphOf } from './diagrams/life-cycle-graph.ts';
import { stateDiagram } from './diagrams/state-diagram.ts';
import { alertLifeCycleInWords } from './facts/alert-life-cycle.ts';
import { inWords } from './facts/life-cycle.ts';
import { allGuides } from './guides/guide.ts';
import { guideFiles, guidesIndex, renderGuide } from './guides/page.ts';
import { labFiles } from './lab/lab-files.ts';
import { tryItOrigin } from './lab/try-it-origin.ts';
import { llmsFullTxt } from './llms/llms-full-txt.ts';
import { llmsTxt } from './llms/llms-txt.ts';
import { withPictureSizes } from './markdown/picture-sizes.ts';
import { landing } from './pages/landing.ts';
import { notFound } from './pages/not-found.ts';
import { referenceMarkdown } from './reference/markdown/files.ts';
import { referencePages } from './reference/pages.ts';
import { referenceDocument } from './scalar/document.ts';
import { documentFile, documentPageOf } from './scalar/page.ts';
import { neededAtOnce, scalarFiles } from './scalar/scalar.ts';
import { searchEntries } from './search/entries.ts';
import { searchIndex, searchLibrary } from './search/search-index.ts';
import { type SiteFile, siteAsset, siteFile } from './site-file.ts';

/**
 * Returns every file of the site.
 *
 * @param tryIt additional origins that Try-it can send requests to
 */
export async function siteFiles(
  contract: Contract,
  history: History,
  tryIt: readonly string[] = [],
): Promise<SiteFile[]> {
  const origins = tryIt.map(tryItOrigin);
  const guides = allGuides.map((guide) => renderGuide(guide, contract));
  const scalar = await scalarFiles();
  const modules = neededAtOnce(scalar);
  const titles = new Map(guides.map(({ guide, title }) => [guide, title]));
  const files = [
    landing(contract, titles),
    ...contract.bundles.flatMap((bundle) => surfaceFiles(bundle, modules)),
    ...referencePages(contract, origins),
    ...referenceMarkdown(contract),
    ...(await labFiles(contract, origins)),
    guidesIndex(titles),
    ...guides.flatMap((guide) => guideFiles(guide, titles)),
    ...(await diagrams(contract)),
    ...changelogFiles(history, contract),
    notFound(''),
    notFound('guides/'),
    llmsTxt(contract, titles),
    searchIndex(searchEntries(contract, guides)),
    ...(await searchLibrary()),
    ...(await Promise.all([...assets.map(assetFile), styleSheet()])),
    ...scalar,
  ];
  return [...withPictureSizes(files), llmsFullTxt(files)];
}

function surfaceFiles(bundle: Bundle, modules: readonly string[]): SiteFile[] {
  return [
    documentPageOf(bundle, modules),
    siteAsset(documentFile(bundle), JSON.stringify(referenceDocument(bundle))),
    siteFile(`${bundle.surface}.json`, bundle.json),
    siteFile(`${bundle.surface}.yaml`, bundle.yaml),
  ];
}

async function diagrams({ lifeCycles, alertLifeCycle }: Contract): Promise<SiteFile[]> {
  const ofPipes = Object.entries(lifeCycles.lifeCycles).map(async ([name, lifeCycle]) => {
    const alternative = { title: lifeCycle.title, description: inWords(lifeCycle) };
    const diagram = await stateDiagram(graphOf(lifeCycles, lifeCycle), alternative);
    return siteFile(`guides/life-cycle-${name}.svg`, diagram);
  });
  const description = alertLifeCycleInWords(alertLifeCycle);
  const ofAlerts = await stateDiagram(alertGraph(alertLifeCycle), { title: 'An alert', description });
  return [...(await Promise.all(ofPipes)), siteFile('guides/alert-life-cycle.svg', ofAlerts)];
}

const assets = [
  'changelog/operations.js',
  'copy/clipboard.js',
  'copy/markdown.js',
  'favicon.svg',
  'floors.svg',
  'memory/choices.js',
  'reference/page.js',
  'reference/provenance-switch.js',
  'reference/reveal.js',
  'samples/samples.js',
  'scalar/draw.js',
  'scalar/keep-position.js',
  'scalar-license.txt',
  'search/dialog.js',
  'search/find.js',
  'search/index-options.js',
  'search/open.js',
  'search/rank.js',
];

/** The parts of the style sheet, in order. */
const styles = [
  'base',
  'bar',
  'text',
  'tabs',
  'marks',
  'landing',
  'guide',
  'reference',
  'samples',
  'copy',
  'changelog',
  'operation',
  'fields',
  'choices',
  'document',
  'lab',
  'search',
  'print',
];

async function styleSheet(): Promise<SiteFile> {
  const parts = await Promise.all(styles.map((name) => assetFile(`style/${name}.css`)));
  return siteAsset('site.css', Buffer.concat(parts.map(({ content }) => content)));
}

async function assetFile(name: string): Promise<SiteFile> {
  return siteAsset(name, await readFile(new URL(`../assets/${name}`, import.meta.url)));
}
