import { operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { expect, test } from 'vitest';
import { openSite, whenDrawn } from '../support/opened-site.ts';

const site = await openSite();

test('every link of every page leads to an existing page and fragment', async () => {
  const pages = new Map<string, PageContent>();
  for (const path of site.pages) pages.set(path, await contentOf(path));
  const broken: string[] = [];
  for (const [from, { links }] of pages) {
    for (const link of new Set(links)) if (!(await isValid(link, pages))) broken.push(`${from} -> ${link}`);
  }
  expect(broken).toEqual([]);
});

test('an invalid fragment has no effect', async () => {
  const page = await site.open('reference/management/document/#%E0%A4%A');
  await whenDrawn(page);
});

test.each([
  'reference/management/document/#models/PipeState',
  'reference/management/document/#tag/alerts',
  'reference/observability/document/#models/Alert',
])('a link to %s scrolls to its target', async (link) => {
  const page = await site.open(link);
  const heading = page
    .locator(`#reference [id$="/${link.split('#')[1]}"]`)
    .getByRole('heading')
    .first();
  await expect
    .poll(async () => (await heading.count()) && (await heading.boundingBox())?.y)
    .toBeLessThan(400);
});

interface PageContent {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

async function contentOf(path: string): Promise<PageContent> {
  const page = await site.open(path);
  await whenDrawn(page);
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  const links = await page.evaluate(() => [...document.links].map(({ href }) => href));
  const drawn = await page
    .locator('[data-document]')
    .evaluateAll(([element]) => element?.getAttribute('data-document'));
  await page.context().close();
  if (!drawn) return { ids: new Set(ids), links };
  return { ids: new Set(fragmentsOf(path)), links: [...links, ...(await linksIn(site.url + drawn))] };
}

/** Returns the links in the document of a surface. Scalar draws most of them only on demand. */
async function linksIn(document: string): Promise<string[]> {
  const text = await (await fetch(document)).text();
  const links = [...text.matchAll(/href=\\"([^"]+)\\"|\]\(([^)\s]+)\)/g)].map(
    ([, html, markdown]) => html ?? markdown ?? '',
  );
  return links.map((link) => new URL(link, site.url).href);
}

/** Returns the fragments that a reference page supports. Scalar creates most of the elements only on demand. */
function fragmentsOf(path: string): string[] {
  const surface = path.startsWith('reference/management/') ? 'management' : 'observability';
  const own = Object.values(operations).filter((operation) => operation.surface === surface);
  const { schemas = {} } = contractDocument(surface).components;
  return [
    'content',
    'description/introduction',
    'models',
    ...own.flatMap(({ tag, method, path }) => [`tag/${tag}`, `tag/${tag}/${method.toUpperCase()}${path}`]),
    ...Object.keys(schemas).map((name) => `models/${name}`),
  ];
}

/** Sends no requests to other hosts; links to them must use https. */
async function isValid(link: string, pages: ReadonlyMap<string, PageContent>): Promise<boolean> {
  if (!link.startsWith(site.url)) return link.startsWith('https://');
  const [path = '', fragment] = decodeURI(link.slice(site.url.length)).split('#');
  const target = pages.get(path === '' || path.endsWith('/') ? `${path}index.html` : path);
  if (target) return !fragment || target.ids.has(fragment);
  return fragment === undefined && (await fetch(link)).ok;
}
