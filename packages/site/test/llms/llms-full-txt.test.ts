import { expect, test } from 'vitest';
import { llmsFullTxt } from '../../src/llms/llms-full-txt.ts';
import { siteFile } from '../../src/site-file.ts';
import { builtSite, text } from '../support/built-site.ts';

test('contains all Markdown of the site', async () => {
  const site = await builtSite();
  const full = text(site, 'llms-full.txt');
  const files = [...site.keys()].filter((path) => path.endsWith('.md'));
  expect(files.length).toBeGreaterThan(100);
  for (const path of files) expect(full).toContain(`<!-- ${path} -->\n\n# `);
});

test('links are relative to the file', () => {
  const { content } = llmsFullTxt([
    siteFile(
      'guides/a.md',
      '# A\n\n[b](b.md#c), [top](#top), [up](../x/index.md), [far](https://example.org/)',
    ),
    siteFile('index.html', '<a href="x">'),
  ]);
  expect(content.toString('utf8')).toBe(
    '<!-- guides/a.md -->\n\n# A\n\n[b](guides/b.md#c), [top](guides/a.md#top), [up](x/index.md), [far](https://example.org/)\n',
  );
});
