import type { Contract } from '../contract/contract.ts';
import { changelogPage } from '../links.ts';
import { table } from '../markdown/prose.ts';
import { type SiteFile, siteFile } from '../site-file.ts';
import { entriesOf, impacts } from './entries.ts';
import { changelogFeed } from './feed.ts';
import type { History } from './history.ts';
import { changelogPageOf } from './page.ts';

/** Returns the changelog as a page, as Markdown and as an Atom feed. */
export function changelogFiles(history: History, contract: Contract): SiteFile[] {
  const entries = entriesOf(history.changes, contract);
  const sections = {
    introduction,
    overview: overview(history, entries.length),
    releases: history.releases ?? NO_RELEASE,
    hasFeed: history.dates !== undefined,
  };
  const lists = impacts.map(({ title, impact }) => {
    const found = entries.filter((entry) => entry.impact === impact);
    return found.length === 0 ? '' : `### ${title}\n\n${found.map(({ text }) => `- ${text}`).join('\n')}`;
  });
  const parts = [
    introduction,
    '## Since the last release',
    sections.overview,
    ...lists,
    '## Releases',
    sections.releases,
  ];
  return [
    changelogPageOf(sections, entries, contract),
    siteFile(changelogPage.replace(/html$/, 'md'), `${parts.filter(Boolean).join('\n\n')}\n`),
    ...changelogFeed(history, entries),
  ];
}

const introduction = `# Changelog

Changes of the API, found by comparing its OpenAPI documents. The guide on
[versioning and compatibility](guides/compatibility.html) lists the changes that count as breaking.`;

const NO_RELEASE =
  'Nothing has been released yet. Until the first release, the API is compared with its initial baseline.';

function overview({ changes }: History, count: number): string {
  if (count === 0) return 'Nothing has changed.';
  const rows = changes.map(({ surface, diff }) => [
    surface,
    ...impacts.map(({ impact }) => String(diff.changes.filter((change) => change.impact === impact).length)),
  ]);
  return table(['surface', 'breaking', 'additions', 'documentation'], rows);
}
