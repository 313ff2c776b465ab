import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildSite, SiteBuildError } from '../src/building.ts';
import { run } from '../src/cli.ts';
import { contractBundles } from '../src/contract/bundle.ts';
import { temporaryFolder } from './temporary-folder.ts';

const oneSentence = /^[^.]+\.(?:json|yaml) [^.]*(?:3\.1)?[^.]*: run `pnpm generate`, [^.]+\.$/;

test.each([
  ['a document is missing', (folder: string) => rm(join(folder, 'observability.json'))],
  ['its YAML is missing', (folder: string) => rm(join(folder, 'management.yaml'))],
  [
    'a document is cut off',
    (folder: string) => writeFile(join(folder, 'management.json'), '{"openapi": "3.1'),
  ],
  [
    'a document is another one',
    (folder: string) => writeFile(join(folder, 'management.json'), '{"swagger": 2}'),
  ],
  ['a document is empty', (folder: string) => writeFile(join(folder, 'management.json'), '')],
])('says what to run when %s, and writes nothing', async (_, damage) => {
  const bundles = await copyOfBundles();
  const target = await temporaryFolder();
  await damage(bundles);
  const error = await buildSite(target, { bundles }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SiteBuildError);
  expect((error as Error).message.replace(bundles, 'bundles')).toMatch(oneSentence);
  expect(await readdir(target)).toEqual([]);
});

test('the command prints the sentence alone and fails', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const empty = await temporaryFolder();
  expect(await run([], () => buildSite(empty, { bundles: empty }))).toBe(1);
  expect(stderr.mock.calls).toEqual([
    [expect.stringMatching(/^\S+ cannot be read: run `pnpm generate`.*\.\n$/)],
  ]);
  stderr.mockRestore();
});

test('the command prints each file and the time it took', async () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const target = await temporaryFolder();
  expect(await run([], () => buildSite(target))).toBe(0);
  const printed = stdout.mock.calls.join('');
  stdout.mockRestore();
  expect(printed).toMatch(/ kB {2}index\.html\n/);
  expect(printed).toMatch(/ kB {2}in .+, \d+ ms\n$/);
});

async function copyOfBundles(): Promise<string> {
  const folder = await temporaryFolder();
  const names = await readdir(contractBundles);
  await Promise.all(names.map((name) => copyFile(join(contractBundles, name), join(folder, name))));
  return folder;
}
