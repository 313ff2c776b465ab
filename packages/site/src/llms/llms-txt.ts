import type { Contract } from '../contract/contract.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { type Guide, guideGroups } from '../guides/guide.ts';
import { errorsPage, eventsPage, groupPage, landingPage, markdownFile } from '../links.ts';
import { groupTitle } from '../reference/group-title.ts';
import { operationLines } from '../reference/markdown/lists.ts';
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
    section('Reference', [
      ...surfaces.flatMap(groups),
      `[Error codes](${markdownFile(errorsPage)}): every error code, its cause, and what to do.`,
      `[Webhook events](${markdownFile(eventsPage)}): the requests that the service sends to your webhooks.`,
    ]),
    ...surfaces.map(
      ({ title, operations }) =>
        `## Operations of the ${title}\n\n${operationLines(landingPage, operations)}`,
    ),
    section('Optional', [
      '[Everything in one file](llms-full.txt): all pages of this index except the documents.',
    ]),
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

function groups({ surface, title, tags }: SurfaceFacts): string[] {
  return tags.map(
    ({ name, description }) =>
      `[${groupTitle(name)}, ${title}](${markdownFile(groupPage(surface, name))}): ${description}`,
  );
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
