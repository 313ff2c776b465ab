import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, SiteBuildError } from '../../src/building.ts';
import { contractBundles } from '../../src/contract/bundle.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const oneSentence = /^[^.]+\.(?:json|yaml) [^.]*(?:3\.1)?[^.]*: run `pnpm generate`, [^.]+\.$/;

test.each([
  ['a document is missing', (folder: string) => rm(join(folder, 'observability.json'))],
  ['its YAML is missing', (folder: string) => rm(join(folder, 'management.yaml'))],
  [
    'a document is truncated',
    (folder: string) => writeFile(join(folder, 'management.json'), '{"openapi": "3.1'),
  ],
  [
    'a document has another format',
    (folder: string) => writeFile(join(folder, 'management.json'), '{"swagger": 2}'),
  ],
  ['a document is empty', (folder: string) => writeFile(join(folder, 'management.json'), '')],
])('a build fails with the command to run, and writes nothing, if %s', async (_, damage) => {
  const bundles = await copyOfBundles();
  const target = await temporaryFolder();
  await damage(bundles);
  const error = await buildSite(target, { bundles }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SiteBuildError);
  expect((error as Error).message.replace(bundles, 'bundles')).toMatch(oneSentence);
  expect(await readdir(target)).toEqual([]);
});

async function copyOfBundles(): Promise<string> {
  const folder = await temporaryFolder();
  const names = await readdir(contractBundles);
  await Promise.all(names.map((name) => copyFile(join(contractBundles, name), join(folder, name))));
  return folder;
}
