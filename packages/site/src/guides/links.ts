import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { contractSources } from '../contract/texts.ts';
import { errorPage, operationPage, relativeLink } from '../links.ts';
import { mapLinks } from '../markdown/prose.ts';
import type { CodeTarget } from '../markdown/render.ts';
import { SiteBuildError } from '../site-build-error.ts';
import { allGuides, guidePage } from './guide.ts';

/**
 * Rewrites the links of a text for the page at `page`: links to other texts, and links of facts (`site:…`). A link to a
 * repository file without a page becomes plain text.
 *
 * @throws SiteBuildError for a link to a missing file.
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
  throw new SiteBuildError(`openapi/${source} links to ${target}, which does not exist: correct the link.`);
}

/** Returns the link target of an operationId or a problem code, relative to `page`. */
export function codeTarget({ operations, problems }: Contract, page: string): CodeTarget {
  return (text) => {
    const operation = operations.get(text);
    if (operation) return relativeLink(page, operationPage(operation));
    return problems.has(text) ? relativeLink(page, errorPage(text)) : undefined;
  };
}
