import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { contractSources } from '../contract/texts.ts';
import { operationAnchor, problemAnchor, relativeLink } from '../links.ts';
import { mapLinks } from '../markdown/prose.ts';
import type { CodeTarget } from '../markdown/render.ts';
import { SiteBuildError } from '../site-build-error.ts';
import { allGuides, guidePage } from './guide.ts';

/**
 * Makes the links of a text work on the page at `page`: those to other texts, and those of facts (`site:…`). Of a link to
 * a file of the repository that is no page, the words remain.
 *
 * @throws SiteBuildError where a link leads to no file at all.
 */
export function withLinks(text: string, source: string, page: string): string {
  return mapLinks(text, (target) => {
    const found = siteTarget(target, source);
    return found === undefined ? undefined : relativeLink(page, found);
  });
}

function siteTarget(target: string, source: string): string | undefined {
  if (/^(?:https:|#)/.test(target)) return target;
  if (target.startsWith('site:')) return target.slice('site:'.length);
  const [path = '', fragment] = target.split('#');
  const file = posix.join(posix.dirname(source), path);
  const guide = allGuides.find((candidate) => candidate.source === file);
  if (guide) return guidePage(guide) + (fragment === undefined ? '' : `#${fragment}`);
  if (existsSync(join(contractSources, file))) return undefined;
  throw new SiteBuildError(`openapi/${source} links to ${target}, which is not there: correct the link.`);
}

/** Where the name of an operation or a problem code leads, as seen from `page`. */
export function codeTarget({ operations, problems }: Contract, page: string): CodeTarget {
  return (text) => {
    const operation = operations.get(text);
    if (operation) return relativeLink(page, operationAnchor(operation));
    return problems.has(text) ? relativeLink(page, problemAnchor(text)) : undefined;
  };
}
