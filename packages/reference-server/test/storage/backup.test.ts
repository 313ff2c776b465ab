import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runPenstock } from '../../src/api/testing/server-process.ts';
import type { TestServer } from '../../src/api/testing/test-server.ts';
import { runCommand } from '../support/command.ts';
import { requestExample } from '../support/examples.ts';
import { startProcess, startServer, temporaryFolder } from '../support/test-server.ts';

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
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(target)).toEqual(['copy.db']);
    expect(readFileSync(file).includes(readFileSync(join(server.dataFolder, 'secret.key')))).toBe(false);

    // What the server has done since is in the old files, and must not be mixed into the restored database.
    await server.v1({ path: `/pipes/${body.result.id}`, method: 'DELETE' });
    const restored = join(temporaryFolder(), 'data');
    await promisify(execFile)('bash', ['-euc', restoreScript(server.dataFolder, file, restored)]);
    const again = await startProcess({ PENSTOCK_DATA: restored });
    const { management } = server.credentials;
    const response = await fetch(
      `${again.url}/v1/organizations/${management.organizationId}/services/${management.serviceId}/pipes/${body.result.id}`,
      { headers: { authorization: `Basic ${btoa(`${management.keyId}:${management.keySecret}`)}` } },
    );
    expect(await response.json()).toMatchObject({ status: 200, result: { id: body.result.id } });
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
    .replaceAll(/^(sudo )?systemctl .*$/gm, '')
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
