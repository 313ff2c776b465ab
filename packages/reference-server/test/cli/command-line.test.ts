import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runPenstock } from '../../src/api/testing/server-process.ts';
import { openTestServer } from '../../src/api/testing/test-server.ts';
import { runCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/test-server.ts';

describe('penstock', () => {
  test('--version prints the version of the package', async () => {
    const { code, stdout } = await runPenstock(['--version']);
    expect([code, stdout]).toEqual([0, `${manifest.version}\n`]);
  });

  test.each([
    [['serv'], "unknown command 'serv'", 'Did you mean serve?', 'See penstock --help'],
    [['--jsno'], "unknown option '--jsno'", 'See penstock --help'],
    [['keys', 'lst'], "unknown command 'lst'", 'Did you mean list?', 'See penstock keys --help'],
    [
      ['keys', 'list', '--jsn'],
      "unknown option '--jsn'",
      'Did you mean --json?',
      'See penstock keys list --help',
    ],
    [['backup'], "missing required argument 'file'", 'See penstock backup --help'],
  ])('what is misspelt is named, and where to look: %j', async (args, ...sentences) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect([code, stdout]).toEqual([1, '']);
    for (const sentence of sentences) expect(stderr).toContain(sentence);
  });

  test.each([[['keys', 'list']], [['organizations', 'create', '--name', 'Acme']], [['secrets', 'rotate']]])(
    '%j makes no database where there is none',
    async (args) => {
      const folder = join(temporaryFolder(), 'misspelt');
      const { code, stdout, stderr } = await runCommand(args, { PENSTOCK_DATA: folder });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `The database ${folder}/penstock.db does not exist. Set PENSTOCK_DATA to the folder of the database; the first start of a server creates one.\n`,
      );
      expect(existsSync(folder)).toBe(false);
    },
  );

  test('a wrong setting ends with its sentence and no stack trace', async () => {
    const { code, stderr, stdout } = await runPenstock(['serve'], { PENSTOCK_PORT: 'http' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('PENSTOCK_PORT is "http"; it must be a whole number from 0 to 65535.');
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('a port that is taken ends with its sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const environment = {
      PENSTOCK_PORT: port,
      PENSTOCK_DATA: temporaryFolder(),
      PENSTOCK_LOG_LEVEL: 'silent',
    };
    const { code, stderr } = await runCommand(['serve'], environment);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `127.0.0.1:${port} is used by another program. Stop it, or set PENSTOCK_PORT to another port.\n`,
    );
  });

  test('a data folder whose key is not one ends with its sentence', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'penstock.db'), '');
    writeFileSync(join(folder, 'secret.key'), 'nonsense');
    const { code, stderr } = await runCommand(['serve'], {
      PENSTOCK_DATA: folder,
      PENSTOCK_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('is not an encryption key of this server');
  });

  test('a database without its key is rejected, and no other key is made', async () => {
    const folder = temporaryFolder();
    await makeDatabase(folder);
    rmSync(join(folder, 'secret.key'));
    const { code, stderr } = await runCommand(['serve'], {
      PENSTOCK_DATA: folder,
      PENSTOCK_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/secret\.key is missing.*Restore the right file/);
    expect(existsSync(join(folder, 'secret.key'))).toBe(false);
  });

  test('a database with the key of another one is rejected', async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [one, two]) await makeDatabase(folder);
    copyFileSync(join(two, 'secret.key'), join(one, 'secret.key'));
    const { code, stderr } = await runCommand(['serve'], {
      PENSTOCK_DATA: one,
      PENSTOCK_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /the key development, and the configured key with this id is a different one[\s\S]*Restore the right key/,
    );
  });

  test.each<[string, (folder: string) => string]>([
    [
      'a file that is no database',
      (folder) => {
        writeFileSync(join(folder, 'secret.key'), Buffer.alloc(32).toString('base64'));
        writeFileSync(
          join(folder, 'penstock.db'),
          'no database at all, but long enough to be looked at'.repeat(100),
        );
        return folder;
      },
    ],
    [
      'a data folder that is a file',
      (folder) => {
        writeFileSync(join(folder, 'file'), '');
        return join(folder, 'file');
      },
    ],
  ])('%s ends with a message about how to fix it', async (_name, prepare) => {
    const folder = prepare(temporaryFolder());
    const { code, stderr } = await runCommand(['serve'], {
      PENSTOCK_DATA: folder,
      PENSTOCK_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be (used|created).*PENSTOCK_DATA/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('a database of a newer version is rejected', async () => {
    const folder = temporaryFolder();
    await makeDatabase(folder);
    const database = new DatabaseSync(join(folder, 'penstock.db'));
    database.exec("insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00.000Z')");
    database.close();
    const { code, stderr } = await runCommand(['serve'], {
      PENSTOCK_DATA: folder,
      PENSTOCK_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('newer version');
  });
});

/** What the first start of a server leaves in its data folder. */
async function makeDatabase(folder: string): Promise<void> {
  const server = await openTestServer({ environment: { PENSTOCK_DATA: folder } });
  await server.stop();
}
