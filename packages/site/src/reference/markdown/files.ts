import type { Contract } from '../../contract/contract.ts';
import { problemCatalogue } from '../../facts/problem-catalogue.ts';
import type { SiteFile } from '../../site-file.ts';
import { errorMarkdown } from './error.ts';
import { eventMarkdown } from './event.ts';
import { errorListMarkdown, eventListMarkdown, groupMarkdown, surfaceMarkdown } from './lists.ts';
import { operationMarkdown } from './operation.ts';

/** Returns the Markdown of the pages of the reference, next to their HTML. Its links lead to Markdown. */
export function referenceMarkdown(contract: Contract): SiteFile[] {
  const catalogue = problemCatalogue(contract);
  return [
    ...contract.surfaces.flatMap((facts) => [
      surfaceMarkdown(facts),
      ...facts.tags.map((tag) => groupMarkdown(facts, tag)),
      ...facts.operations.map((operation) => operationMarkdown(operation, contract)),
    ]),
    errorListMarkdown(catalogue),
    ...catalogue.map((problem) => errorMarkdown(problem, contract)),
    eventListMarkdown(contract),
    ...[...contract.events.values()].map(eventMarkdown),
  ];
}
