import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runPenstock } from '../../src/api/testing/server-process.ts';
import type { TestServer } from '../../src/api/testing/test-server.ts';
import { runCommand } from '../support/command.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { requestExample } from '../support/examples.ts';
import { startServer, temporaryFolder } from '../support/test-server.ts';

const OPERATING = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');

describe('penstock backup', () => {
  test('copies what was acknowledged before it while a server writes, and docs/operating.md restores it', async () => {
    const server = await startServer();
    const { body } = await server.v1({ path: '/pipes', body: requestExample('createPipe', 'postgres') });
    const target = temporaryFolder();
    const file = join(target, 'copy.db');
    const running = runPenstock(['backup', file, '--json'], { PENSTOCK_DATA: server.dataFolder });
    expect(await writeUntil(running, server)).toBeGreaterThan(0);
    const run = await running;
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual({
      file,
      bytes: statSync(file).size,
      keys: join(server.dataFolder, 'secret.key'),
      engine: null,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(target)).toEqual(['copy.db']);
    expect(readFileSync(file).includes(readFileSync(join(server.dataFolder, 'secret.key')))).toBe(false);

    // What the server has done since is in the old files, and must not be mixed into the restored database.
    await server.v1({ path: `/pipes/${body.result.id}`, method: 'DELETE' });
    const restored = join(temporaryFolder(), 'data');
    await promisify(execFile)('bash', ['-euc', restoreScript(server.dataFolder, file, restored)]);
    const again = await startServer({ environment: { PENSTOCK_DATA: restored } });
    expect(again.credentials).toEqual(server.credentials);
    const { id } = body.result;
    expect((await again.v1({ path: `/pipes/${id}` })).body).toMatchObject({ status: 200, result: { id } });
  });

  test.runIf(ENGINE_INSTALLED)(
    'contains the data of the engine, and docs/operating.md restores it',
    async () => {
      const folder = temporaryFolder();
      const server = await startServer({ environment: withEngine(folder) });
      const sql = async (data: string, ...args: string[]) => {
        const run = await runCommand(['sql', ...args], withEngine(data));
        expect(run.stderr).toBe('');
        return run.stdout;
      };
      await sql(
        folder,
        'CREATE TABLE clicks ENGINE = MergeTree ORDER BY id AS SELECT number AS id FROM numbers(1000)',
      );
      const file = join(temporaryFolder(), 'copy.db');
      const { stdout } = await runCommand(['backup', file, '--json'], withEngine(folder));
      expect(JSON.parse(stdout).engine).toEqual({ folder: `${file}.engine`, bytes: expect.any(Number) });
      expect(statSync(`${file}.engine`).mode & 0o777).toBe(0o700);
      // Written after the backup, so the restored data must not contain it.
      await sql(folder, 'INSERT INTO clicks SELECT number FROM numbers(500)');
      expect(await sql(folder, '--json', 'SELECT toUInt32(count()) AS c FROM clicks')).toBe('{"c":1500}\n');
      await server.stop();

      const restored = join(temporaryFolder(), 'data');
      await promisify(execFile)('bash', ['-euc', restoreScript(folder, file, restored)]);
      await startServer({ environment: withEngine(restored) });
      expect(await sql(restored, '--json', 'SELECT toUInt32(count()) AS c FROM clicks')).toBe('{"c":1000}\n');
    },
  );

  test('overwrites no data of an engine', async () => {
    const folder = databaseFolder();
    const file = join(folder, 'copy.db');
    mkdirSync(`${file}.engine`);
    const { code, stderr } = await runCommand(['backup', file], { PENSTOCK_DATA: folder });
    expect([code, stderr]).toEqual([
      1,
      `${file}.engine already exists, and a backup never overwrites a folder. Choose another file.\n`,
    ]);
  });

  test('overwrites nothing', async () => {
    const folder = databaseFolder();
    const file = join(folder, 'precious');
    writeFileSync(file, 'precious');
    const { code, stderr } = await runCommand(['backup', file], { PENSTOCK_DATA: folder });
    expect([code, stderr]).toEqual([
      1,
      `${file} already exists, and a backup never overwrites a file. Choose another file.\n`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  test('leaves no copy of a damaged database', async () => {
    const folder = databaseFolder();
    const database = readFileSync(join(folder, 'penstock.db'));
    // The second page on, behind the header that is read first.
    database.fill(0xff, 4096 + 100, 3 * 4096);
    writeFileSync(join(folder, 'penstock.db'), database);
    const target = temporaryFolder();
    const { code, stderr } = await runCommand(['backup', join(target, 'copy.db')], {
      PENSTOCK_DATA: folder,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /penstock\.db could not be copied: .*(malformed|damaged).*keep your existing backups/,
    );
    expect(readdirSync(target)).toEqual([]);
  });

  test.each([
    ['a data folder without a database', {}, 'copy.db', /The database .* does not exist\. Set PENSTOCK_DATA/],
    ['PostgreSQL', { DATABASE_URL: 'postgres://db/penstock' }, 'copy.db', /Back it up with pg_dump/],
  ])('%s is rejected with a sentence', async (_what, environment, name, reason) => {
    const folder = temporaryFolder();
    const run = await runCommand(['backup', join(folder, name)], { PENSTOCK_DATA: folder, ...environment });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(reason);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder that is not there is rejected with a sentence', async () => {
    const folder = databaseFolder();
    const run = await runCommand(['backup', join(folder, 'nowhere', 'copy.db')], { PENSTOCK_DATA: folder });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/The backup cannot be written: .*Choose a file in an existing folder/);
  });
});

/** Writes on and on, so that the copy is made under load; returns how often. */
async function writeUntil(end: Promise<unknown>, server: TestServer): Promise<number> {
  let ended = false;
  void end.finally(() => {
    ended = true;
  });
  const body = requestExample('createSavedSearch', 'errors');
  let written = 0;
  while (!ended) {
    expect((await server.v2({ path: '/saved-searches', body })).status).toBe(200);
    written += 1;
  }
  return written;
}

/** The commands of docs/operating.md. */
function restoreScript(from: string, backup: string, to: string): string {
  const [, script = ''] = /```sh restore\n([\s\S]*?)```/.exec(OPERATING) ?? [];
  return `mkdir -m 700 ${to}; cp -r ${from}/. ${to}\n${script
    .replaceAll('/var/lib/penstock', to)
    .replaceAll('/srv/backups/penstock-2026-11-20.db', backup)
    .replaceAll(/^sudo (systemctl|chown) .*$/gm, '')
    .replaceAll('sudo ', '')
    .replaceAll(/-o \S+ -g \S+ /g, '')}`;
}

/** A data folder with a database of a few pages. */
function databaseFolder(): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'penstock.db'));
  database.exec('create table pipes (id text primary key); create index ids on pipes (id)');
  const insert = database.prepare('insert into pipes values (?)');
  for (let index = 0; index < 500; index += 1) insert.run(`${index}`.repeat(10));
  database.close();
  return folder;
}
