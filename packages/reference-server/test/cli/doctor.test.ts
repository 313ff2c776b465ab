import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { examine } from '../../src/cli/doctor/examination.ts';
import { closedPort } from '../support/closed-port.ts';
import { runCommand } from '../support/command.ts';
import { startServer, temporaryFolder } from '../support/test-server.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');

/** What is wrong, as `check: found. todo`. */
async function wrongWith(environment: Record<string, string>): Promise<string[]> {
  const findings = await examine({ PENSTOCK_PORT: '0', ...environment });
  return findings.filter(({ ok }) => !ok).map(({ check, found, todo }) => `${check}: ${found}. ${todo}`);
}

describe('penstock doctor', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.stop());

  test('has one line for each check, and ends with 0 if all is well', async () => {
    const port = new URL(server.url).port;
    const environment = {
      PENSTOCK_DATA: server.dataFolder,
      PENSTOCK_PORT: port,
      PENSTOCK_ENGINE: 'simulated',
    };
    const { code, stdout, stderr } = await runCommand(['doctor'], environment);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual(
      ['configuration', 'data folder', 'disk', 'port', 'database', 'schema', 'clock', 'keys', 'engine'].map(
        (check) => ['ok', check],
      ),
    );
    expect(stdout).toContain(`a server runs at 127.0.0.1:${port}`);
  });

  test('exits with 1 if there is a finding, also with --json', async () => {
    const { code, stdout } = await runCommand(['doctor', '--json'], { PENSTOCK_PORT: 'http' });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      {
        check: 'configuration',
        ok: false,
        found: 'PENSTOCK_PORT is "http"; it must be a whole number from 0 to 65535',
        todo: 'All settings: penstock config --help',
      },
    ]);
  });

  test('before the first start every check passes, and nothing is created', async () => {
    const folder = join(temporaryFolder(), 'data');
    const findings = await examine({ PENSTOCK_DATA: folder, PENSTOCK_PORT: '0' });
    expect(findings.map(({ ok }) => ok)).not.toContain(false);
    expect(findings.map(({ found }) => found)).toEqual(
      expect.arrayContaining([
        `${folder} does not exist yet; the first start creates it`,
        expect.stringMatching(/the first start creates a development key/),
      ]),
    );
    expect(() => rmSync(folder)).toThrow('ENOENT');
  });

  test('reports files that other users can read', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'credentials.json'), '{}', { mode: 0o644 });
    expect(await wrongWith({ PENSTOCK_DATA: folder })).toEqual([
      `data folder: other users can read ${join(folder, 'credentials.json')}. Remove their access: chmod -R go= ${folder}`,
    ]);
    chmodSync(join(folder, 'credentials.json'), 0o600);
    expect(await wrongWith({ PENSTOCK_DATA: folder })).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('sees a data folder of another user', async () => {
    const folder = temporaryFolder();
    chownSync(folder, 4711, 4711);
    expect(await wrongWith({ PENSTOCK_DATA: folder })).toEqual([
      `data folder: this user cannot read and write ${folder}; it belongs to the user 4711. Run this command and the server as that user, or change the owner of the folder (chown -R).`,
    ]);
  });

  test('sees a data folder that is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect((await wrongWith({ PENSTOCK_DATA: file }))[0]).toBe(
      `data folder: ${file} is not a folder. Set PENSTOCK_DATA to a folder.`,
    );
  });

  test('sees a port that another program has', async () => {
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await wrongWith({ PENSTOCK_DATA: temporaryFolder(), PENSTOCK_PORT: String(port) })).toEqual([
      `port: cannot listen on 127.0.0.1:${port} (EADDRINUSE). Stop the program that uses it, or set PENSTOCK_PORT to another port.`,
    ]);
  });

  test('sees a file that is no database', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'penstock.db'), 'no database at all. '.repeat(100), { mode: 0o600 });
    expect(await wrongWith({ PENSTOCK_DATA: folder })).toEqual([
      expect.stringMatching(
        /^database: .*penstock\.db does not respond: .*not a database\. Check that the database runs/,
      ),
    ]);
  });

  test('reports that PostgreSQL is unavailable, without its password', async () => {
    const port = await closedPort();
    const found = await wrongWith({
      PENSTOCK_DATA: temporaryFolder(),
      DATABASE_URL: `postgres://penstock:hush-hush@127.0.0.1:${port}/penstock`,
    });
    expect(found).toEqual([expect.stringMatching(/^database: PostgreSQL does not respond: .*ECONNREFUSED/)]);
    expect(found.join()).not.toContain('hush-hush');
  });

  test('sees keys that are missing', async () => {
    const found = await wrongWith({
      PENSTOCK_DATA: server.dataFolder,
      PENSTOCK_SECRET_KEYS: `other:${KEY}`,
    });
    expect(found).toEqual([
      expect.stringMatching(/^keys: .*encrypted with the key development.*Restore the right key/),
    ]);
    expect(found.join()).not.toContain(KEY);
  });
});

describe('penstock doctor on a database with a past', () => {
  test('sees tables of a newer version, and a clock that is behind them', async () => {
    const server = await startServer();
    const database = new DatabaseSync(join(server.dataFolder, 'penstock.db'));
    onTestFinished(() => database.close());
    // The server of this process may write now.
    await vi.waitFor(() =>
      database.exec("update kysely_migration set timestamp = '2999-01-01T00:00:00.000Z'"),
    );
    expect(await wrongWith({ PENSTOCK_DATA: server.dataFolder })).toEqual([
      'clock: the clock is before 2999-01-01T00:00:00.000Z, the time of the last migration of the database. Synchronize it: timedatectl set-ntp true',
    ]);
    database.exec("insert into kysely_migration values ('9999-from-the-future', '2999-01-01T00:00:00.000Z')");
    expect(await wrongWith({ PENSTOCK_DATA: server.dataFolder })).toEqual([
      expect.stringMatching(/^schema: .*newer version \(9999-from-the-future\).*Install the version/),
    ]);
  });

  test('takes a database without tables for a new one', async () => {
    const folder = join(temporaryFolder(), 'data');
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'penstock.db'), '', { mode: 0o600 });
    const findings = await examine({ PENSTOCK_DATA: folder, PENSTOCK_PORT: '0' });
    expect(findings.map(({ check, ok }) => [check, ok])).toContainEqual(['schema', true]);
    expect(findings.map(({ ok }) => ok)).not.toContain(false);
  });
});
