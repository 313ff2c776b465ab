import { execFile } from 'node:child_process';
import { cp, readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { buildSite } from '../src/building.ts';
import { siteDirectory } from '../src/index.ts';
import { builtSite, filesIn, readSite } from './support/built-site.ts';
import { earlierFile, siteWithTryIt } from './support/shared-site.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const run = promisify(execFile);
const site = await builtSite();

// A build takes a second of CPU time, and much longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test('the exports for servers need no development dependency', async () => {
  const bare = await temporaryFolder();
  await cp(join(import.meta.dirname, '../src'), join(bare, 'src'), { recursive: true });
  const program = `const site = await import(${JSON.stringify(join(bare, 'src/index.ts'))}); console.log(site.siteDirectory)`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe(`${join(bare, 'public')}\n`);
});

test('creates the folder, reports the files that it writes, and writes the same bytes each time', async () => {
  const target = join(await temporaryFolder(), 'a/b');
  const { directory, files } = await buildSite(target);
  expect(directory).toBe(target);
  expect(await filesIn(target)).toEqual(files.map(({ path }) => path).sort());
  for (const { path, bytes } of files) expect((await stat(join(target, path))).size).toBe(bytes);
  const written = [...(await readSite(target))];
  const plain = written.filter(([path]) => !/\.(?:br|gz)$/.test(path));
  expect(plain.map(([path]) => path)).toEqual([...site.keys()]);
  // `toEqual` compares buffers element by element.
  expect(plain.filter(([path, content]) => !site.get(path)?.equals(content)).map(([path]) => path)).toEqual(
    [],
  );
  expect(written.map(([path]) => path)).toEqual(expect.arrayContaining(['index.html.br', 'index.html.gz']));
});

test('keeps files that it does not write', async () => {
  const folder = await siteWithTryIt();
  expect(await readFile(join(folder, earlierFile.name), 'utf8')).toBe(earlierFile.text);
  expect(await filesIn(folder)).toContain('index.html');
});

test('exports the folder of the site', () => {
  expect(isAbsolute(siteDirectory)).toBe(true);
  expect(basename(siteDirectory)).toBe('public');
});
