import { posix } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { operationAnchor, problemAnchor, relativeLink } from '../links.ts';
import { mapLinks } from '../markdown/prose.ts';
import type { CodeTarget } from '../markdown/render.ts';
import { SiteBuildError } from '../site-build-error.ts';
import { allGuides, guidePage } from './guide.ts';

/**
 * Makes the links of a text work on the page at `page`: those to other texts, and those of facts (`site:…`).
 *
 * @throws SiteBuildError where a link leads to a text that is no guide.
 */
export function withLinks(text: string, source: string, page: string): string {
  return mapLinks(text, (target) => relativeLink(page, siteTarget(target, source)));
}

function siteTarget(target: string, source: string): string {
  if (/^(?:https:|#)/.test(target)) return target;
  if (target.startsWith('site:')) return target.slice('site:'.length);
  const [path = '', fragment] = target.split('#');
  const file = posix.join(posix.dirname(source), path);
  const guide = allGuides.find((candidate) => candidate.source === file);
  if (!guide) {
    throw new SiteBuildError(`openapi/${source} links to ${target}: link to a guide, or to no file at all.`);
  }
  return guidePage(guide) + (fragment === undefined ? '' : `#${fragment}`);
}

/** Where the name of an operation or a problem code leads, as seen from `page`. */
export function codeTarget({ operations }: Contract, codes: ReadonlySet<string>, page: string): CodeTarget {
  return (text) => {
    const operation = operations.get(text);
    if (operation) return relativeLink(page, operationAnchor(operation));
    return codes.has(text) ? relativeLink(page, problemAnchor(text)) : undefined;
  };
}
