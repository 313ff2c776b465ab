import { posix } from 'node:path';
import type { Surface } from '@penstock/contract';
import type { OperationFacts } from './contract/operation-facts.ts';

// The paths of the pages, relative to the site's folder. A path that ends with a slash is a folder with an index.html.

export const landingPage = 'index.html';
export const guidesPage = 'guides/index.html';
export const changelogPage = 'changelog.html';
export const errorsGuide = 'guides/errors.html';
const decisionsGuide = 'guides/decisions.html';

export const errorsPage = 'reference/errors/';
export const eventsPage = 'reference/events/';
export const fieldsPage = 'reference/fields/';
export const labPage = 'lab/';

/** Returns the page of a surface, with its groups and operations. */
export function surfacePage(surface: Surface): string {
  return `reference/${surface}/`;
}

/** Returns the page of a group. A group is the operations of a tag. */
export function groupPage(surface: Surface, group: string): string {
  return `${surfacePage(surface)}${group}/`;
}

export function operationPage({ surface, tag, operationId }: Located): string {
  return `${groupPage(surface, tag)}${operationId}/`;
}

type Located = Pick<OperationFacts, 'surface' | 'tag' | 'operationId'>;

/** Returns the page on which Scalar draws the document of a surface. */
export function documentPage(surface: Surface): string {
  return `${surfacePage(surface)}document/`;
}

/** Returns the page of an error code. */
export function errorPage(code: string): string {
  return `${errorsPage}${code}/`;
}

/** Returns the page of a webhook event. */
export function eventPage(event: string): string {
  return `${eventsPage}${event}/`;
}

export function decisionAnchor(id: string): string {
  return `${decisionsGuide}#${id.toLowerCase()}`;
}

/** Returns the file of a page: `reference/fields/index.html` for `reference/fields/`. */
export function pageFile(page: string): string {
  return page.endsWith('/') ? `${page}index.html` : page;
}

/** Returns the file with the Markdown of a page. */
export function markdownFile(page: string): string {
  return page.endsWith('/') ? `${page}index.md` : page.replace(/\.html$/, '.md');
}

/** Returns `target` relative to the page at `from`, so that the site works below any path. */
export function relativeLink(from: string, target: string): string {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [path = '', fragment] = target.split('#');
  const relative = pageFile(path) === pageFile(from) ? '' : relativePath(from, path);
  if (fragment !== undefined) return `${relative}#${fragment}`;
  return relative || (path.endsWith('/') ? './' : posix.basename(path));
}

function relativePath(from: string, path: string): string {
  // Relative paths would be resolved against the working directory, which takes longer.
  const relative = posix.relative(`/${posix.dirname(pageFile(from))}`, `/${path}`);
  return path.endsWith('/') ? `${relative || '.'}/` : relative;
}
