import { expect, test } from 'vitest';
import { html } from '../../src/html.ts';
import { page } from '../../src/pages/layout.ts';
import { notFound } from '../../src/pages/not-found.ts';
import { publicUrl } from '../../src/published/public-url.ts';
import { previewFiles, publishedFiles, publishingNotes } from '../../src/published/published-files.ts';
import { siteFile } from '../../src/site-file.ts';

const errors = page({
  path: 'reference/errors/index.html',
  title: 'Errors & "problems" </head>',
  description: 'All codes.',
  layout: 'page',
  body: html`<h1>Errors</h1>`,
});
const files = [errors, notFound('guides/'), siteFile('guides/errors.md', '# Errors')];
const site = publicUrl('https://docs.example.org/penstock');

test('without a public URL, only robots.txt is added', async () => {
  const published = publishedFiles(files, undefined);
  expect(published.slice(0, -1)).toEqual(files);
  expect(await previewFiles(files, undefined)).toEqual([]);
  expect(content(published, 'robots.txt')).toBe('User-agent: *\nAllow: /\n');
  expect(publishingNotes(undefined)).toEqual([expect.stringMatching(/^Without --url, .* no sitemap\.xml/)]);
});

test('each page has a canonical link and a preview', async () => {
  const published = publishedFiles(files, site);
  const markup = content(published, 'reference/errors/index.html');
  expect(markup).toContain(
    '<link rel="canonical" href="https://docs.example.org/penstock/reference/errors/">',
  );
  expect(markup).toContain(
    '<meta property="og:image" content="https://docs.example.org/penstock/previews/reference/errors.png">',
  );
  expect(markup).toContain('og:image:alt" content="Errors &amp; &quot;problems&quot; &lt;/head&gt;"');
  expect(markup.indexOf('rel="canonical"')).toBeLessThan(markup.indexOf('</head>'));
  const previews = await previewFiles(files, site);
  expect(previews.map(({ path }) => path)).toEqual(['previews/reference/errors.png']);
  const [{ content: picture } = {}] = previews;
  expect(picture?.subarray(1, 4).toString()).toBe('PNG');
  expect([picture?.readUInt32BE(16), picture?.readUInt32BE(20)]).toEqual([600, 315]);
  expect(await previewFiles(files, site)).toEqual(previews);
});

test('the sitemap lists the pages, and robots.txt names it', () => {
  const published = publishedFiles(files, site);
  const sitemap = content(published, 'sitemap.xml');
  expect(sitemap).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/);
  expect([...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://docs.example.org/penstock/reference/errors/',
  ]);
  expect(content(published, 'robots.txt')).toContain(
    '\nSitemap: https://docs.example.org/penstock/sitemap.xml\n',
  );
});

test('the page for unknown paths is not listed', () => {
  const published = publishedFiles(files, site);
  expect(content(published, 'guides/404.html')).not.toContain('canonical');
  expect(content(published, 'guides/404.html')).toBe(files[1]?.content.toString());
});

test('a note explains that robots read only the root of a host', () => {
  expect(publishingNotes(publicUrl('https://docs.example.org'))).toEqual([]);
  expect(publishingNotes(site)).toEqual([
    'Robots read only https://docs.example.org/robots.txt: copy the lines of robots.txt there.',
  ]);
});

function content(published: readonly { path: string; content: Buffer }[], path: string): string {
  return published.find((file) => file.path === path)?.content.toString('utf8') ?? expect.fail(path);
}
