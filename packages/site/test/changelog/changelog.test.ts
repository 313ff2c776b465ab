import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readReleases, releasesIn } from '../../src/changelog/releases.ts';
import { changelogSince, differentContract, sameContract } from '../support/changed-changelog.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// A comparison of the contract takes a second of CPU time, and much longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test('lists the changes since the baseline, with links to the affected operations', async () => {
  const { markdown } = await changelogSince(differentContract);
  expect(markdown).toMatch(/### Breaking\n\n- \*\*management, \w+\*\*: /);
  expect(markdown).toContain('](reference/management/');
  expect(markdown).not.toContain('..');
});

test('reports that nothing has changed and that nothing has been released', async () => {
  const { markdown, page } = await changelogSince(sameContract);
  expect(markdown).toContain('Nothing has changed.');
  expect(page).toContain('Nothing has changed.');
  expect(page).not.toContain('<input');
  expect(markdown).toContain('Nothing has been released yet');
});

test('lists the changes of each release, newest first', async () => {
  const file = join(await temporaryFolder(), 'CHANGELOG.md');
  expect(await readReleases(file)).toBeUndefined();
  await writeFile(file, '# @penstock/contract\n\n## 1.1.0\n\n### Minor Changes\n\n- More.\n\n## 1.0.0\n');
  const releases = await readReleases(file);
  expect(releases).toBe('### 1.1.0\n\n#### Minor Changes\n\n- More.\n\n### 1.0.0');
  const { markdown } = await changelogSince(sameContract, releases);
  expect(markdown).toContain('## Releases\n\n### 1.1.0');
  expect(markdown).not.toContain('Nothing has been released');
});

test('the releases have their changes', () => {
  expect(releasesIn('### 1.1.0\n\n#### Minor Changes\n\n- More.\n\n### 1.0.0')).toEqual([
    { version: '1.1.0', text: '#### Minor Changes\n\n- More.' },
    { version: '1.0.0', text: '' },
  ]);
  expect(releasesIn('')).toEqual([]);
});
