import { execFile } from 'node:child_process';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildSite } from '../src/building.ts';
import { siteDirectory } from '../src/index.ts';
import { filesIn, freshSite } from './built-site.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

test('what a server takes from the package needs nothing that only builds the site', async () => {
  const bare = await temporaryFolder();
  await cp(join(import.meta.dirname, '../src'), join(bare, 'src'), { recursive: true });
  const program = `const site = await import(${JSON.stringify(join(bare, 'src/index.ts'))}); console.log(site.siteDirectory)`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe(`${join(bare, 'public')}\n`);
});

test('writes exactly what it reports', async () => {
  const target = await temporaryFolder();
  const { directory, files } = await buildSite(target);
  expect(directory).toBe(target);
  expect(await filesIn(target)).toEqual(files.map(({ path }) => path).sort());
  for (const { path, bytes } of files) expect((await stat(join(target, path))).size).toBe(bytes);
});

test('makes the folder, and leaves what is not its own alone', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'CNAME'), 'docs.example.net');
  await buildSite(folder);
  expect(await readFile(join(folder, 'CNAME'), 'utf8')).toBe('docs.example.net');
  await expect(buildSite(join(folder, 'a/b'))).resolves.toHaveProperty('directory', join(folder, 'a/b'));
});

test('builds the same bytes twice', async () => {
  expect(await freshSite()).toEqual(await freshSite());
});

test('knows its own folder', () => {
  expect(isAbsolute(siteDirectory)).toBe(true);
  expect(basename(siteDirectory)).toBe('public');
});
