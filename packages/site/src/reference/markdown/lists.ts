import type { Contract } from '../../contract/contract.ts';
import type { OperationFacts } from '../../contract/operation-facts.ts';
import type { SurfaceFacts, Tag } from '../../contract/surface-facts.ts';
import type { Problem } from '../../facts/problem-catalogue.ts';
import {
  errorPage,
  errorsPage,
  eventPage,
  eventsPage,
  groupPage,
  operationPage,
  surfacePage,
} from '../../links.ts';
import { codeSpan } from '../../markdown/prose.ts';
import type { SiteFile } from '../../site-file.ts';
import { groupTitle } from '../group-title.ts';
import { bulletList, linkToMarkdown, markdownDocument } from './document.ts';

export function surfaceMarkdown({ surface, title, summary, tags }: SurfaceFacts): SiteFile {
  const page = surfacePage(surface);
  const groups = tags.map(({ name, description, operations }) => ({
    title: groupTitle(name),
    content: `${description}\n\n${operationLines(page, operations)}`,
  }));
  return markdownDocument(page, title, [summary], groups);
}

export function groupMarkdown(
  { surface, title }: SurfaceFacts,
  { name, description, operations }: Tag,
): SiteFile {
  const page = groupPage(surface, name);
  return markdownDocument(
    page,
    `${groupTitle(name)}, ${title}`,
    [description, operationLines(page, operations)],
    [],
  );
}

/** Lists operations with links to their Markdown. */
export function operationLines(from: string, operations: readonly OperationFacts[]): string {
  return bulletList(
    operations.map((operation) => {
      const { operationId, method, path, summary, stability } = operation;
      const tier = stability === 'stable' ? '' : ` (${stability})`;
      return `${linkToMarkdown(from, operationId, operationPage(operation))}: \`${method} ${path}\` ${summary}${tier}`;
    }),
  );
}

export function errorListMarkdown(catalogue: readonly Problem[]): SiteFile {
  const byStatus = [...Map.groupBy(catalogue, ({ status }) => status)];
  return markdownDocument(
    errorsPage,
    'Error codes',
    ['An error response has a stable `code`.'],
    byStatus.map(([status, problems]) => ({
      title: String(status),
      content: bulletList(
        problems.map(
          ({ code, title, when }) =>
            `${linkToMarkdown(errorsPage, codeSpan(code), errorPage(code))}: ${title}. ${when}.`,
        ),
      ),
    })),
  );
}

export function eventListMarkdown({ events }: Contract): SiteFile {
  const items = [...events.values()].map(
    ({ name, summary }) => `${linkToMarkdown(eventsPage, groupTitle(name), eventPage(name))}: ${summary}`,
  );
  return markdownDocument(
    eventsPage,
    'Webhook events',
    [
      'The requests that the service sends to your webhooks. They are the same on both surfaces.',
      bulletList(items),
    ],
    [],
  );
}
