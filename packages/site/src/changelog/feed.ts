import { createHash } from 'node:crypto';
import { type Html, html } from '../html.ts';
import { slug } from '../markdown/heading-anchors.ts';
import { mapLinks } from '../markdown/prose.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { type SiteFile, siteFile } from '../site-file.ts';
import type { ChangeDates } from './dates.ts';
import type { Entry } from './entries.ts';
import type { History } from './history.ts';
import { releasesIn } from './releases.ts';

/** Returns the changelog as an Atom feed (RFC 4287): the unreleased changes and the releases. None without dates. */
export function changelogFeed(history: History, entries: readonly Entry[]): SiteFile[] {
  const { dates } = history;
  if (dates === undefined) return [];
  const items = [...unreleased(history, entries, dates), ...releases(history, dates)];
  const [latest = dates.changed] = items
    .map(({ updated }) => updated)
    .sort()
    .reverse();
  return [
    siteFile(
      'changelog.atom',
      html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${identifier('changelog')}</id>
<title>Changes of the Penstock API</title>
<updated>${latest}</updated>
<author><name>Penstock</name></author>
<link rel="self" type="application/atom+xml" href="changelog.atom"/>
<link rel="alternate" type="text/html" href="changelog.html"/>
${items.map(entryElement)}</feed>
`.text,
    ),
  ];
}

/** Returns a sentence if the site lacks the feed, for the report of the build. */
export function feedNotes({ dates }: History): string[] {
  if (dates !== undefined) return [];
  return ['The changelog has no Atom feed, because its dates come from git: build the site in a clone.'];
}

interface FeedItem {
  readonly name: string;
  readonly title: string;
  readonly updated: string;
  readonly anchor: string;
  /** As Markdown. */
  readonly content: string;
}

function entryElement({ name, title, updated, anchor, content }: FeedItem): Html {
  // Readers resolve relative links differently, so the content has none.
  const { text } = renderMarkdown(
    mapLinks(content, () => undefined),
    () => undefined,
  ).content;
  return html`<entry>
<id>${identifier(name)}</id>
<title>${title}</title>
<updated>${updated}</updated>
<link rel="alternate" type="text/html" href="changelog.html#${anchor}"/>
<content type="html">${withoutControls(text)}</content>
</entry>
`;
}

/** XML cannot contain these characters at all. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').toWellFormed();
}

function unreleased(history: History, entries: readonly Entry[], { changed }: ChangeDates): FeedItem[] {
  if (entries.length === 0) return [];
  const [last] = releasesIn(history.releases ?? '');
  const since = last === undefined ? 'the initial baseline' : last.version;
  return [
    {
      name: `since ${since}`,
      title: `Unreleased changes since ${since}: ${entries.length}`,
      updated: changed,
      anchor: 'since-the-last-release',
      content: entries.map(({ text }) => `- ${text}`).join('\n'),
    },
  ];
}

function releases(history: History, { released, changed }: ChangeDates): FeedItem[] {
  return releasesIn(history.releases ?? '').map(({ version, text }) => ({
    name: `release ${version}`,
    title: `Release ${version}`,
    updated: released.get(version) ?? changed,
    anchor: slug(version),
    content: text,
  }));
}

/** A permanent identifier that does not depend on where the site is published: a UUID of version 8 (RFC 9562). */
function identifier(name: string): string {
  const digest = createHash('sha256').update(`penstock changelog ${name}`).digest('hex');
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => digest.slice(from, to));
  return `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`;
}
