import type { Contract } from '../contract/contract.ts';
import type { OperationFacts } from '../contract/operation-facts.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { type Guide, guideGroups } from '../guides/guide.ts';
import { operationPage } from '../links.ts';
import { type SiteFile, siteFile } from '../site-file.ts';

/** Returns the index of the site for language models: https://llmstxt.org. */
export function llmsTxt({ surfaces }: Contract, titles: ReadonlyMap<Guide, string>): SiteFile {
  const sections = [
    documents(surfaces),
    ...guideGroups.map(({ title, guides }) =>
      section(
        title,
        guides.map((guide) => `[${titles.get(guide)}](guides/${guide.slug}.md): ${guide.summary}`),
      ),
    ),
    section('Changes', ['[Changelog](changelog.md): changes since the last release.']),
    ...surfaces.map(operations),
  ];
  return siteFile(
    'llms.txt',
    `# Penstock

> A hand-written OpenAPI 3.1 contract for managing data pipes and their observability stack. It has two surfaces: \`/v1\` with
> HTTP Basic, and \`/api/v2\` with a bearer token.

${sections.join('\n\n')}
`,
  );
}

function documents(surfaces: readonly SurfaceFacts[]): string {
  return section(
    'Documents',
    surfaces.map(
      ({ surface, title, summary }) =>
        `[${title}](${surface}.yaml): ${summary} Also as [JSON](${surface}.json).`,
    ),
  );
}

function operations({ title, operations: all }: SurfaceFacts): string {
  return section(`Operations of the ${title}`, all.map(operationLine));
}

function operationLine(operation: OperationFacts): string {
  const { operationId, method, path, summary, stability } = operation;
  const tier = stability === 'stable' ? '' : ` (${stability})`;
  return `[${operationId}](${operationPage(operation)}): \`${method} ${path}\` ${summary}${tier}`;
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
