import { posix } from 'node:path';
import type { Surface } from '@penstock/contract';
import type { OperationFacts } from './contract/operation-facts.ts';

// The paths of the pages, relative to the site's folder.

export const landingPage = 'index.html';
export const guidesPage = 'guides/index.html';
export const changelogPage = 'changelog.html';
export const errorsGuide = 'guides/errors.html';
const decisionsGuide = 'guides/decisions.html';

export function referencePage(surface: Surface): string {
  return `${surface}.html`;
}

/** Returns the link to an operation in the reference, with the fragment that Scalar assigns to it. */
export function operationAnchor({ surface, ...operation }: Anchored & { surface: Surface }): string {
  return `${referencePage(surface)}#${encodeURI(operationFragment(operation))}`;
}

type Anchored = Pick<OperationFacts, 'tag' | 'method' | 'path'>;

export function operationFragment({ tag, method, path }: Anchored): string {
  return `tag/${tag}/${method}${path}`;
}

export function tagAnchor(surface: Surface, tag: string): string {
  return `${referencePage(surface)}#tag/${tag}`;
}

export function schemaAnchor(surface: Surface, schema: string): string {
  return `${referencePage(surface)}#models/${schema}`;
}

export function problemAnchor(code: string): string {
  return `${errorsGuide}#${code}`;
}

export function decisionAnchor(id: string): string {
  return `${decisionsGuide}#${id.toLowerCase()}`;
}

/** Returns `target` relative to the page at `from`, so that the site works below any path. */
export function relativeLink(from: string, target: string): string {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [path = '', fragment] = target.split('#');
  const relative = path === from ? '' : posix.relative(posix.dirname(from), path);
  return fragment === undefined ? relative || posix.basename(path) : `${relative}#${fragment}`;
}
