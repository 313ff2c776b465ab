import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../../src/api/testing/server-process.ts';
import { runCommand } from '../support/command.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { temporaryFolder } from '../support/test-server.ts';

const BIN = join(import.meta.dirname, '../../bin/penstock.js');

describe.runIf(ENGINE_INSTALLED)('penstock sql', () => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-'));
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startProcess(withEngine(folder));
    await sql('CREATE TABLE clicks (id UInt32, url String) ENGINE = MergeTree ORDER BY id');
  });
  afterAll(async () => {
    await server?.kill('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  const sql = (...args: string[]) => runCommand(['sql', ...args], withEngine(folder));
  /** With a shell, which connects stdin. */
  const shell = async (line: string) => {
    const command = line.replace(/\bpenstock sql\b/, `"${process.execPath}" "${BIN}" sql`);
    const env = { PATH: process.env.PATH, PENSTOCK_DATA: folder };
    return (await promisify(execFile)('sh', ['-euc', command], { env })).stdout;
  };

  test('prints columns with their names for programs', async () => {
    expect(await sql("SELECT 1 AS x, 'a b' AS y")).toEqual({ code: 0, stdout: 'x\ty\n1\ta b\n', stderr: '' });
  });

  test('--json prints one object per row, and --format any format of ClickHouse', async () => {
    const statement = 'SELECT toUInt32(number) AS n FROM numbers(2)';
    expect((await sql('--json', statement)).stdout).toBe('{"n":0}\n{"n":1}\n');
    expect((await sql('--format', 'CSV', statement)).stdout).toBe('0\n1\n');
  });

  test.runIf(existsSync('/usr/bin/script'))('prints a table on a terminal', async () => {
    const command = `'${process.execPath}' '${BIN}' sql 'SELECT 1 AS x'`;
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      env: { PATH: process.env.PATH, SHELL: '/bin/sh', ...withEngine(folder) },
    });
    expect(stdout).toMatch(/┌─x─┐\s+1\. │ 1 │\s+└───┘/);
  });

  test('reads the statement from stdin or from a file, and data from stdin', async () => {
    expect(
      await shell(
        'printf \'{"id":1,"url":"/a"}\\n\' | penstock sql \'INSERT INTO clicks FORMAT JSONEachRow\'',
      ),
    ).toBe('');
    const file = join(temporaryFolder(), 'insert.sql');
    writeFileSync(file, 'INSERT INTO clicks (id, url)\nFORMAT CSV\n');
    expect(await shell(`printf '2,/b\\n3,/c\\n' | penstock sql --file '${file}'`)).toBe('');
    expect(await shell("echo 'SELECT sum(id) AS s, count() AS c FROM clicks' | penstock sql")).toBe(
      's\tc\n6\t3\n',
    );
  });

  test('prints a large result at the pace of its reader, which may leave', async () => {
    expect(await shell("penstock sql 'SELECT number FROM numbers(3000000)' | wc -l")).toBe('3000001\n');
    const left = await promisify(execFile)(
      'sh',
      ['-c', `"${process.execPath}" "${BIN}" sql 'SELECT number FROM numbers(3000000)' | head -n 2`],
      { env: { PATH: process.env.PATH, PENSTOCK_DATA: folder } },
    );
    expect(left).toEqual({ stdout: 'number\n0\n', stderr: '' });
  });

  test('an error of the engine ends with its sentence', async () => {
    const { code, stdout, stderr } = await sql('SELECT * FROM nowhere');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The table does not exist \(UNKNOWN_TABLE, code 60\): .*nowhere.*\n$/);
  });

  test.each([
    [['--file', 'x.sql', 'SELECT 1'], 'The statement is given twice. Remove --file or the argument.\n'],
    [['  '], 'The statement is empty. See penstock sql --help\n'],
  ])('%j is rejected', async (args, sentence) => {
    expect(await sql(...args)).toEqual({ code: 1, stdout: '', stderr: sentence });
  });
});

test('penstock sql without a server names the remedy', async () => {
  const folder = temporaryFolder();
  const run = await runCommand(['sql', 'SELECT 1'], { PENSTOCK_DATA: folder, PENSTOCK_ENGINE: 'embedded' });
  expect(run).toEqual({
    code: 1,
    stdout: '',
    stderr: `No engine listens at ${folder}/engine.sock. Start a server with the embedded engine (penstock serve), or set PENSTOCK_DATA to the data folder of one that runs.\n`,
  });
});

test('penstock sql without an engine is rejected', async () => {
  const { code, stderr } = await runCommand(['sql', 'SELECT 1'], {
    PENSTOCK_DATA: temporaryFolder(),
    PENSTOCK_ENGINE: 'simulated',
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining('PENSTOCK_ENGINE is simulated')]);
});
