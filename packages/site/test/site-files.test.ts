import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../src/index.ts';
import { builtSite, pagesOf, type Site, text } from './support/built-site.ts';

const site = await builtSite();
const pages = pagesOf(site);

test.each(pages)('%s loads nothing from another host', (page) => {
  const loaded = attributes(text(site, page), /<(?:script|link|img)[^>]*?\s(?:src|href)="([^"]*)"/g);
  expect(loaded.filter(isAbsoluteUrl)).toEqual([]);
  expect(text(site, 'site.css')).not.toMatch(/url\(|@import/);
});

test.each(pages)('%s links only to existing targets, below any path', (page) => {
  for (const link of linksOf(page)) expect(errorOf(link, page), `${page} refers to ${link}`).toBe('');
});

test('URLs of other hosts appear only in links', () => {
  const foreign = pages.flatMap(linksOf).filter(isAbsoluteUrl);
  expect(new Set(foreign)).toEqual(new Set(['https://www.standardwebhooks.com/']));
});

test.each(pages)('%s has no script, style or handler in its markup', (page) => {
  const markup = text(site, page);
  expect(markup).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  for (const [, body] of markup.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) expect(body).toBe('');
});

test.each(pages)('%s has a strict policy', (page) => {
  const [, policy = ''] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text(site, page)) ?? [];
  const directives = policy.replaceAll('&#39;', "'").split('; ');
  expect(directives).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
  );
  const isDocument = [
    'reference/management/document/index.html',
    'reference/observability/document/index.html',
  ].includes(page);
  expect(directives.includes("style-src 'self'")).toBe(!isDocument);
  if (isDocument) expect(directives.join('; ')).toBe(contentSecurityPolicy);
});

test.each(pages)('%s has one title, and headings in order', (page) => {
  const markup = text(site, page);
  const levels = attributes(markup, /<h([1-6])[\s>]/g).map(Number);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  for (const [index, level] of levels.entries())
    expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
});

test.each(pages)('%s has unique ids', (page) => {
  const ids = idsOf(site, page);
  expect(ids.length).toBe(new Set(ids).size);
});

test.each(pages)('%s describes its pictures and has metadata for sharing', (page) => {
  const markup = text(site, page);
  for (const [picture] of markup.matchAll(/<img[^>]*>/g))
    expect(picture).toMatch(/(?=.*\salt=")(?=.*\swidth="\d)(?=.*\sheight="\d)/s);
  expect(markup).toMatch(/<meta property="og:title" content="[^"]+">/);
  expect(markup).toMatch(/<meta name="description" content="[^"]+">/);
});

test('the landing page with its resources is smaller than 100 kB', () => {
  const markup = text(site, 'index.html');
  const loaded = attributes(markup, /<(?:script|link|img)[^>]*?\s(?:src|href)="([^"]*)"/g);
  const bytes = ['index.html', ...new Set(loaded)].map((path) => site.get(path)?.length ?? Number.NaN);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
});

test('the picture of the floors has a title and a description', () => {
  const picture = text(site, 'floors.svg');
  const description = /<desc[^>]*>([^<]+)<\/desc>/.exec(picture)?.[1];
  expect(picture).toMatch(/<title[^>]*>[^<]+<\/title>/);
  const boxes = attributes(picture, /<text class="name[^>]*>([^<]+)</g);
  expect(boxes).toHaveLength(9);
  for (const box of boxes) expect(description).toContain(box);
});

/** Returns the error of a link; empty for a valid link. */
function errorOf(link: string, page: string): string {
  if (isAbsoluteUrl(link)) return link.startsWith('https://') ? '' : 'no https';
  const [path = '', fragment] = link.split('#');
  if (posix.isAbsolute(path)) return 'not relative';
  const target = path === '' ? page : fileOf(posix.join(posix.dirname(page), path));
  if (!site.has(target)) return 'no such file';
  if (fragment === undefined) return '';
  return idsOf(site, target).includes(decodeURI(fragment)) ? '' : 'no such fragment';
}

/** Static hosts serve the index of a folder. */
function fileOf(path: string): string {
  return path.endsWith('/') || path === '.' ? posix.join(path, 'index.html') : path;
}

function linksOf(page: string): string[] {
  return attributes(text(site, page), /\s(?:href|src|data-document)="([^"]*)"/g);
}

function idsOf(all: Site, page: string): string[] {
  return attributes(text(all, page), /\sid="([^"]*)"/g);
}

function attributes(markup: string, pattern: RegExp): string[] {
  return [...markup.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
}

function isAbsoluteUrl(reference: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(reference);
}
