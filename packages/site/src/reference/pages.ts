import type { Contract } from '../contract/contract.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { notFound } from '../pages/not-found.ts';
import type { SiteFile } from '../site-file.ts';
import { errorPages } from './error-pages.ts';
import { eventPages } from './event-pages.ts';
import { fieldIndex } from './field-index.ts';
import { groupPageOf } from './group-page.ts';
import { operationPageOf } from './operation-page.ts';
import { surfacePageOf } from './surface-page.ts';

/**
 * Returns all pages of the reference, except those that Scalar draws.
 *
 * @param tryItOrigins additional origins that Try-it can send requests to
 */
export function referencePages(contract: Contract, tryItOrigins: readonly string[]): SiteFile[] {
  return [
    ...contract.surfaces.flatMap((facts) => pagesOfSurface(facts, contract, tryItOrigins)),
    ...errorPages(contract),
    ...eventPages(contract),
    fieldIndex(contract),
    notFound('reference/'),
    notFound('reference/errors/'),
    notFound('reference/events/'),
  ];
}

function pagesOfSurface(
  facts: SurfaceFacts,
  contract: Contract,
  tryItOrigins: readonly string[],
): SiteFile[] {
  const { surface, tags, operations } = facts;
  return [
    surfacePageOf(facts, contract),
    ...tags.map((tag) => groupPageOf(facts, tag, contract)),
    ...operations.map((operation) => operationPageOf(operation, facts, contract, tryItOrigins)),
    notFound(`reference/${surface}/`),
    ...tags.map(({ name }) => notFound(`reference/${surface}/${name}/`)),
  ];
}
