import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from '@penstock/browser';
import { type WatchedBrowser, watchedBrowser } from '@penstock/browser/watched-browser';
import type { operations } from '@penstock/contract';
import { afterAll } from 'vitest';
import { serveFolder } from '../../dev/static-server.ts';
import { buildSite } from '../../src/building.ts';

export interface OpenedSite {
  /** Where the site is; ends in a slash. */
  readonly url: string;
  /** Every page that was built, such as `guides/errors.html`. */
  readonly pages: readonly string[];
  readonly browser: WatchedBrowser;
  /** A page of the site in a profile of its own; `path` may have a fragment. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** The site, built for the tests of a file, below a path of a static host, in a browser that is watched. */
export async function openSite(): Promise<OpenedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-site-'));
  afterAll(() => rm(folder, { recursive: true }));
  const { files } = await buildSite(folder);
  const server = await serveFolder(folder, { base: '/some/base/' });
  afterAll(server.stop);
  const browser = await watchedBrowser((origin) => origin === new URL(server.url).origin);
  return {
    url: server.url,
    pages: files.map(({ path }) => path).filter((path) => path.endsWith('.html')),
    browser,
    async open(path, options) {
      const page = await browser.newPage(options);
      await page.goto(server.url + path);
      return page;
    },
  };
}

export type Operation = (typeof operations)[keyof typeof operations];

/** Both themes, as a reader's system asks for them. */
export const themes = ['light', 'dark'] as const;

/** Pages that Scalar draws. */
export function isReference(path: string): boolean {
  return /^(?:management|observability)\.html/.test(path);
}

/** Waits until Scalar has taken the place of the outline; a page without Scalar is drawn when it is loaded. */
export async function whenDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const place = document.querySelector('#reference');
    return !place || place.querySelector('h1') !== null;
  });
}

/** The page of an operation, at its place; as the search and the guides link to it. */
export function linkTo({ surface, tag, method, path }: Operation): string {
  return `${surface}.html#${encodeURI(`tag/${tag}/${method.toUpperCase()}${path}`)}`;
}
