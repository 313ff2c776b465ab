import type { BrowserContextOptions, Page } from '@penstock/browser';
import { type WatchedBrowser, watchedBrowser } from '@penstock/browser/watched-browser';
import { type OperationId, operations } from '@penstock/contract';
import { afterAll } from 'vitest';
import { serveFolder } from '../../dev/static-server.ts';
import { filesIn } from './built-site.ts';
import { sharedSite } from './shared-site.ts';

export interface OpenedSite {
  /** The URL of the site; ends with a slash. */
  readonly url: string;
  /** The paths of all pages, such as `guides/errors.html`. */
  readonly pages: readonly string[];
  readonly browser: WatchedBrowser;
  /** Opens a page of the site in a new profile. `path` can have a fragment. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Serves the site below a path of a static host and opens a watched browser, for all tests of a file. */
export async function openSite(): Promise<OpenedSite> {
  const folder = await sharedSite();
  const server = await serveFolder(folder, { base: '/some/base/' });
  afterAll(server.stop);
  const browser = await watchedBrowser((origin) => origin === new URL(server.url).origin);
  return {
    url: server.url,
    pages: (await filesIn(folder)).filter((path) => path.endsWith('.html')),
    browser,
    async open(path, options) {
      const page = await browser.newPage(options);
      await page.goto(server.url + path);
      return page;
    },
  };
}

/** The two colour schemes of systems. */
export const themes = ['light', 'dark'] as const;

/** Returns whether Scalar draws the page. */
export function isDocument(path: string): boolean {
  return /^reference\/\w+\/document\//.test(path);
}

/** Waits until Scalar has replaced the outline. Pages without Scalar are ready when they are loaded. */
export async function whenDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const reference = document.querySelector('#reference');
    return !reference || reference.querySelector('h1') !== null;
  });
}

/** Returns the page of an operation, as the search and the guides link to it. */
export function linkTo(operationId: OperationId): string {
  const { surface, tag } = operations[operationId];
  return `reference/${surface}/${tag}/${operationId}/`;
}
