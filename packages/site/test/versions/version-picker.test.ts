import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { html } from '../../src/html.ts';
import { page } from '../../src/pages/layout.ts';
import { siteFile } from '../../src/site-file.ts';
import { copyEarlierSites, earlierVersions } from '../../src/versions/earlier-sites.ts';
import { withVersionPicker } from '../../src/versions/version-picker.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const files = [
  page({
    path: 'reference/fields/index.html',
    title: 'Fields',
    description: 'All fields.',
    layout: 'page',
    body: html`<h1>Fields</h1>`,
  }),
  siteFile('llms.txt', '# Penstock'),
];

test('with two versions, each page lists them in its navigation bar', () => {
  const [changed, other] = withVersionPicker(files, '1.1.0', ['1.1.0', '1.0.0']);
  const markup = changed?.content.toString('utf8') ?? '';
  const [bar = ''] = /<header class="bar">.*?<\/header>/s.exec(markup) ?? [];
  expect(bar).toContain('<summary>Version 1.1.0</summary>');
  expect([...bar.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a>/g)].map(([, ...found]) => found)).toEqual([
    ['../../versions/1.0.0/', '1.0.0'],
  ]);
  expect(markup.indexOf('<h1>')).toBeGreaterThan(markup.indexOf('1.0.0'));
  expect(other).toBe(files[1]);
});

test.each([
  { current: undefined, earlier: [] },
  { current: undefined, earlier: ['1.0.0'] },
  { current: '1.0.0', earlier: [] },
  { current: '1.0.0', earlier: ['1.0.0'] },
])('with one version, the pages stay as they are: $current, $earlier', ({ current, earlier }) => {
  expect(withVersionPicker(files, current, earlier)).toEqual(files);
});

test('the sites of earlier versions are copied, and listed newest first', async () => {
  const folder = await temporaryFolder();
  for (const version of ['1.9.0', '1.10.0', '1.2.3']) {
    await mkdir(join(folder, version));
    await writeFile(join(folder, version, 'index.html'), version);
  }
  const versions = await earlierVersions(folder);
  expect(versions).toEqual(['1.10.0', '1.9.0', '1.2.3']);
  const target = await temporaryFolder();
  await copyEarlierSites(folder, versions, target);
  expect(await readFile(join(target, 'versions/1.10.0/index.html'), 'utf8')).toBe('1.10.0');
});

test('a folder with anything else is rejected', async () => {
  const folder = await temporaryFolder();
  await expect(earlierVersions(join(folder, 'missing'))).rejects.toThrow('cannot be read');
  await mkdir(join(folder, '1.0.0'));
  await expect(earlierVersions(folder)).rejects.toThrow('1.0.0 is not the site of a version');
});
