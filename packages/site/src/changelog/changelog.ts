import type { Change } from '@penstock/contract-diff';
import type { Contract } from '../contract/contract.ts';
import { codeTarget } from '../guides/links.ts';
import { html } from '../html.ts';
import { changelogPage, operationPage } from '../links.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { page } from '../pages/layout.ts';
import { type SiteFile, siteFile } from '../site-file.ts';
import type { SurfaceChanges } from './changes.ts';
import type { History } from './history.ts';

/** Returns the changelog as a page and as Markdown. */
export function changelogFiles({ changes, releases }: History, contract: Contract): SiteFile[] {
  const markdown = changelog(changes, releases ?? NO_RELEASE, contract);
  const { content } = renderMarkdown(markdown, codeTarget(contract, changelogPage));
  return [
    page({
      path: changelogPage,
      title: 'Changelog',
      description: 'Changes of the API since the last release, and the operations that they affect.',
      section: 'changelog',
      layout: 'page',
      body: html`<article class="text">
${content}
<p class="source"><a href="changelog.md" type="text/markdown">This page as Markdown</a></p>
</article>`,
    }),
    siteFile('changelog.md', markdown),
  ];
}

const NO_RELEASE =
  'Nothing has been released yet. Until the first release, the API is compared with its initial baseline.';

function changelog(changes: readonly SurfaceChanges[], releases: string, contract: Contract): string {
  return `# Changelog

Changes of the API, found by comparing its OpenAPI documents. The guide on
[versioning and compatibility](guides/compatibility.html) lists the changes that count as breaking.

## Since the last release

${sinceTheLastRelease(changes, contract)}

## Releases

${releases}
`;
}

function sinceTheLastRelease(changes: readonly SurfaceChanges[], contract: Contract): string {
  const all = changes.flatMap(({ surface, diff }) => diff.changes.map((change) => ({ surface, change })));
  if (all.length === 0) return 'Nothing has changed.';
  const overview = table(
    ['surface', 'breaking', 'additions', 'documentation'],
    changes.map(({ surface, diff }) => [
      surface,
      ...(['breaking', 'additive', 'documentation'] as const).map((impact) =>
        String(diff.changes.filter((change) => change.impact === impact).length),
      ),
    ]),
  );
  const sections = [
    { title: 'Breaking', impact: 'breaking' },
    { title: 'Additions', impact: 'additive' },
    { title: 'Documentation', impact: 'documentation' },
  ].map(({ title, impact }) => {
    const found = all.filter(({ change }) => change.impact === impact);
    const items = found.map(({ surface, change }) => item(surface, change, contract));
    return items.length === 0 ? '' : `### ${title}\n\n${items.join('\n')}`;
  });
  return [overview, ...sections.filter(Boolean)].join('\n\n');
}

function item(surface: string, change: Change, contract: Contract): string {
  const { tier, part, summary, why, instead, operations } = change;
  const names = operations
    .map(({ operationId = '' }) => operationLink(operationId, contract))
    .filter(Boolean);
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  const affected = names.length === 0 ? '' : ` Affects ${names.slice(0, 3).join(', ')}${more}.`;
  const advice = [why, instead].filter(Boolean).join(' ');
  return `- **${surface}, ${tier}**: ${sentence([part, summary].filter(Boolean).join(': '))}${affected}${advice ? ` ${advice}` : ''}`;
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function operationLink(operationId: string, { operations }: Contract): string {
  const operation = operations.get(operationId);
  return operation ? `[${codeSpan(operationId)}](${operationPage(operation)})` : codeSpan(operationId);
}
