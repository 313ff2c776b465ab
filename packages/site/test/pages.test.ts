import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../src/index.ts';
import { builtSite, pages, text } from './built-site.ts';

test.each(pages)('%s asks no other host for anything', async (page) => {
  const site = await builtSite();
  expect(references(text(site, page)).filter(isAbsoluteUrl)).toEqual([]);
  expect(text(site, 'site.css')).not.toMatch(/url\(|@import/);
});

test.each(pages)('%s links to nothing that is not there, below any path', async (page) => {
  const site = await builtSite();
  for (const reference of references(text(site, page))) {
    const [path = '', fragment] = reference.split('#');
    expect(posix.isAbsolute(path), reference).toBe(false);
    expect(path === '' || site.has(path), `${page} refers to ${reference}`).toBe(true);
    if (path === '' && fragment) expect(text(site, page)).toContain(`id="${fragment}"`);
  }
});

test.each(pages)('%s has no script, style or handler in its markup', async (page) => {
  const markup = text(await builtSite(), page);
  expect(markup).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  expect([...markup.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, body]) => body)).toEqual(
    page === 'index.html' ? [] : ['', ''],
  );
});

test.each(['management.html', 'observability.html'])('%s carries the policy servers send', async (page) => {
  const markup = text(await builtSite(), page);
  expect(markup).toContain(`content="${contentSecurityPolicy.replaceAll("'", '&#39;')}"`);
});

test('the policy lets scripts and requests come from and go to the site alone', () => {
  const directives = contentSecurityPolicy.split('; ');
  expect(directives).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
  );
});

test('the landing page and what it loads stay below 100 kB', async () => {
  const site = await builtSite();
  const loaded = ['index.html', 'site.css', 'favicon.svg', 'floors.svg'].map(
    (path) => site.get(path)?.length,
  );
  expect(loaded.reduce<number>((sum, bytes) => sum + (bytes ?? Number.NaN), 0)).toBeLessThan(100_000);
});

test('the picture of the floors explains itself to who cannot see it', async () => {
  const picture = text(await builtSite(), 'floors.svg');
  const description = /<desc[^>]*>([^<]+)<\/desc>/.exec(picture)?.[1];
  expect(picture).toMatch(/<title[^>]*>[^<]+<\/title>/);
  const boxes = [...picture.matchAll(/<text class="name[^>]*>([^<]+)</g)].map(([, name]) => name);
  expect(boxes).toHaveLength(8);
  for (const box of boxes) expect(description).toContain(box);
});

/** Everything a page links to or loads. */
function references(markup: string): string[] {
  return [...markup.matchAll(/\s(?:href|src|data-document)="([^"]*)"/g)].map(([, value = '']) => value);
}

function isAbsoluteUrl(reference: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(reference);
}
