import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/changelog/entries.ts';
import { changelogFeed, feedNotes } from '../../src/changelog/feed.ts';
import type { History } from '../../src/changelog/history.ts';
import { builtSite, text } from '../support/built-site.ts';

interface Feed {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly author: { readonly name: string };
  readonly entry: readonly Record<'id' | 'title' | 'updated' | 'content', string>[];
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const change: Entry = {
  id: 'management-1',
  impact: 'additive',
  label: 'schema `A`',
  text: 'The *schema* was added: <b> & \u0007 [`createPipe`](reference/).',
  operationIds: ['createPipe'],
};
const history: History = {
  changes: [],
  releases: '### 1.1.0\n\n#### Minor Changes\n\n- More.\n\n### 1.0.0\n\n- First.',
  dates: {
    changed: '2026-11-20T10:00:00Z',
    released: new Map([
      ['1.1.0', '2026-11-21T10:00:00Z'],
      ['1.0.0', '2026-10-01T10:00:00Z'],
    ]),
  },
};

test('the feed of the site is valid Atom', async () => {
  const feed = parsed(text(await builtSite(), 'changelog.atom'));
  expect(feed.author.name).not.toBe('');
  for (const { id, title, updated, content } of [{ ...feed, content: 'none' }, ...feed.entry]) {
    expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(updated).toMatch(timestamp);
    expect(title).not.toBe('');
    expect(content).not.toBe('');
  }
  const ids = [feed.id, ...feed.entry.map(({ id }) => id)];
  expect(new Set(ids).size).toBe(ids.length);
});

test('the feed has the unreleased changes and each release', () => {
  const feed = parsed(feedOf(history, [change]));
  expect(feed.updated).toBe('2026-11-21T10:00:00Z');
  expect(feed.entry.map(({ title, updated }) => [title, updated])).toEqual([
    ['Unreleased changes since 1.1.0: 1', '2026-11-20T10:00:00Z'],
    ['Release 1.1.0', '2026-11-21T10:00:00Z'],
    ['Release 1.0.0', '2026-10-01T10:00:00Z'],
  ]);
  const [unreleased, latest] = feed.entry;
  expect(unreleased?.content).toContain(
    'The <em>schema</em> was added: &lt;b&gt; &amp;  <code>createPipe</code>.',
  );
  expect(latest?.content).toContain('<li>More.</li>');
});

test('an entry keeps its id when its content changes', () => {
  const [before] = parsed(feedOf(history, [change])).entry;
  const [after] = parsed(feedOf(history, [change, change])).entry;
  expect(after?.id).toBe(before?.id);
  expect(after?.content).not.toBe(before?.content);
});

test('a feed without changes and releases has no entries', () => {
  const empty = { ...history, releases: undefined };
  expect(feedOf(empty, [])).not.toContain('<entry>');
  expect(parsed(feedOf(empty, [])).updated).toBe('2026-11-20T10:00:00Z');
});

test('there is no feed without dates, and the build reports it', () => {
  const undated = { ...history, dates: undefined };
  expect(changelogFeed(undated, [change])).toEqual([]);
  expect(feedNotes(undated)).toEqual([expect.stringContaining('build the site in a clone')]);
  expect(feedNotes(history)).toEqual([]);
});

function feedOf(of: History, entries: readonly Entry[]): string {
  return changelogFeed(of, entries)[0]?.content.toString('utf8') ?? expect.fail('no feed');
}

function parsed(xml: string): Feed {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({ isArray: (name) => name === 'entry', parseTagValue: false });
  const { feed } = parser.parse(xml) as { feed: Omit<Feed, 'entry'> & Partial<Feed> };
  return { entry: [], ...feed };
}
