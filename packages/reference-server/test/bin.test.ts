import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess, temporaryFolder } from './support/test-server.ts';

const COMPILED = ['../../../reference-server/dist/.tsbuildinfo', '../../../server/dist/.tsbuildinfo'];

test('starts the joined modules', () => {
  expect(started({ joinedAt: 2_000, compiledAt: [1_000, 2_000] })).toBe('joined');
});

test('starts the joined modules of a package without the state of the compiler', () => {
  expect(started({ joinedAt: 2_000, compiledAt: [] })).toBe('joined');
});

test('starts the compiled modules if one package was compiled later', () => {
  expect(started({ joinedAt: 2_000, compiledAt: [1_000, 2_001] })).toBe('compiled');
});

test('starts the compiled modules if they were not joined', () => {
  expect(started({ compiledAt: [1_000, 1_000] })).toBe('compiled');
});

test('starts and stops without a warning of Node.js', async () => {
  const server = await startProcess({ PENSTOCK_DATA: temporaryFolder() });
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(server.output()).not.toContain('(node:');
});

/** What the program starts in a copy of the package with files of these times, in seconds. */
function started({ joinedAt, compiledAt }: { joinedAt?: number; compiledAt: readonly number[] }): string {
  const copy = join(temporaryFolder(), 'reference-server');
  const write = (path: string, text: string, time?: number) => {
    const file = join(copy, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (time !== undefined) utimesSync(file, time, time);
  };
  const printing = (text: string) => `export const main = () => process.stdout.write('${text}');`;
  cpSync(join(import.meta.dirname, '../bin'), join(copy, 'bin'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('dist/cli/main.js', printing('compiled'));
  if (joinedAt !== undefined) {
    write('dist/program/main.js', printing('joined'));
    write('dist/program/compiled.json', JSON.stringify(COMPILED), joinedAt);
  }
  for (const [index, time] of compiledAt.entries())
    write(join('dist/program', COMPILED[index] ?? ''), '', time);
  const { stdout, stderr } = spawnSync(process.execPath, [join(copy, 'bin/penstock.js')], {
    encoding: 'utf8',
  });
  return stdout + stderr;
}
