import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { changelogFiles } from '../../src/changelog/changelog.ts';
import { readChanges } from '../../src/changelog/changes.ts';
import { readReleases, releasesIn } from '../../src/changelog/releases.ts';
import { contractBundles, readBundles } from '../../src/contract/bundle.ts';
import { readContract } from '../../src/contract/contract.ts';
import { readTexts } from '../../src/contract/texts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// A comparison of the contract takes a second of CPU time, and much longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const contract = readContract(await readBundles(contractBundles), await readTexts());

test('lists the changes since the baseline, with links to the affected operations', async () => {
  const baselines = await baselinesWith((yaml) => yaml.replace('maximum: 1000\n', 'maximum: 2000\n'));
  const markdown = await changelog(baselines);
  expect(markdown).toMatch(/### Breaking\n\n- \*\*management, \w+\*\*: /);
  expect(markdown).toContain('](reference/management/');
  expect(markdown).not.toContain('..');
});

test('reports that nothing has changed and that nothing has been released', async () => {
  const markdown = await changelog(await baselinesWith((yaml) => yaml));
  expect(markdown).toContain('Nothing has changed.');
  expect(markdown).toContain('Nothing has been released yet');
});

test('lists the changes of each release, newest first', async () => {
  const file = join(await temporaryFolder(), 'CHANGELOG.md');
  expect(await readReleases(file)).toBeUndefined();
  await writeFile(file, '# @penstock/contract\n\n## 1.1.0\n\n### Minor Changes\n\n- More.\n\n## 1.0.0\n');
  const releases = await readReleases(file);
  expect(releases).toBe('### 1.1.0\n\n#### Minor Changes\n\n- More.\n\n### 1.0.0');
  const markdown = await changelog(await baselinesWith((yaml) => yaml), releases);
  expect(markdown).toContain('## Releases\n\n### 1.1.0');
  expect(markdown).not.toContain('Nothing has been released');
});

async function changelog(baselines: string, releases?: string): Promise<string> {
  const changes = await readChanges(contractBundles, baselines);
  const files = changelogFiles({ changes, releases, dates: undefined }, contract);
  expect(files.map(({ path }) => path)).toEqual(['changelog.html', 'changelog.md']);
  return files.find(({ path }) => path === 'changelog.md')?.content.toString('utf8') ?? '';
}

async function baselinesWith(change: (yaml: string) => string): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of ['management.yaml', 'observability.yaml']) {
    await writeFile(join(folder, name), change(await readFile(join(contractBundles, name), 'utf8')));
  }
  return folder;
}

test('the releases have their changes', () => {
  expect(releasesIn('### 1.1.0\n\n#### Minor Changes\n\n- More.\n\n### 1.0.0')).toEqual([
    { version: '1.1.0', text: '#### Minor Changes\n\n- More.' },
    { version: '1.0.0', text: '' },
  ]);
  expect(releasesIn('')).toEqual([]);
});
