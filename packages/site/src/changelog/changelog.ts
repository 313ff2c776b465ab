import type { Change } from '@penstock/contract-diff';
import type { Contract } from '../contract/contract.ts';
import { codeTarget } from '../guides/links.ts';
import { html } from '../html.ts';
import { changelogPage, operationAnchor } from '../links.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { page } from '../pages/layout.ts';
import { type SiteFile, siteFile } from '../site-file.ts';
import type { SurfaceChanges } from './changes.ts';
import type { History } from './history.ts';

/** The page of what changed, and the same as Markdown. */
export function changelogFiles({ changes, releases }: History, contract: Contract): SiteFile[] {
  const markdown = changelog(changes, releases ?? NO_RELEASE, contract);
  const { content } = renderMarkdown(markdown, codeTarget(contract, changelogPage));
  return [
    page({
      path: changelogPage,
      title: 'Changelog',
      description: 'What has changed in the contract since the last release, and whom it reaches.',
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
  'Nothing has been released yet. Until the first release the contract is compared with what it was when the gate was built.';

function changelog(changes: readonly SurfaceChanges[], releases: string, contract: Contract): string {
  return `# Changelog

What has changed in the contract, found by comparing its documents as the gate before each release does. The guide on
[versioning and compatibility](guides/compatibility.html) says what counts as breaking.

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
  const { tier, place, summary, why, instead, operations } = change;
  const names = operations
    .map(({ operationId = '' }) => operationLink(operationId, contract))
    .filter(Boolean);
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  const reaches = names.length === 0 ? '' : ` Reaches ${names.slice(0, 3).join(', ')}${more}.`;
  const advice = [why, instead].filter(Boolean).join(' ');
  return `- **${surface}, ${tier}**: ${[place, summary].filter(Boolean).join(': ')}.${reaches}${advice ? ` ${advice}` : ''}`;
}

function operationLink(operationId: string, { operations }: Contract): string {
  const operation = operations.get(operationId);
  return operation ? `[${codeSpan(operationId)}](${operationAnchor(operation)})` : codeSpan(operationId);
}
