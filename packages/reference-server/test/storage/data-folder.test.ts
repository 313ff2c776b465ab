import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../../src/api/configuration.ts';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { temporaryFolder } from '../support/test-server.ts';

const quiet = pino({ level: 'silent' });
const open = (folder: string) => openStorage(readConfiguration({ PENSTOCK_DATA: folder }), quiet);

const isRoot = process.getuid?.() === 0;

describe('a data folder that cannot be used is reported with the remedy', () => {
  test('because its parent is a file', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => openDataFolder(join(file, 'data'))).toThrow(
      /^The data folder .*file\/data cannot be created: .* Set PENSTOCK_DATA to a folder/,
    );
  });

  test.skipIf(isRoot)('because it is read-only (root may write everywhere)', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    expect(() => openDataFolder(folder)).toThrow(
      /^The data folder .* cannot be written: EACCES.* Give this user access, or set PENSTOCK_DATA/,
    );
  });
});

describe('a database that cannot be used is reported with the remedy', () => {
  test('because its file is missing, although its key exists: no new one is created', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    for (const file of ['penstock.db', 'penstock.db-wal', 'penstock.db-shm'])
      rmSync(join(folder, file), { force: true });
    await expect(open(folder)).rejects.toThrow(
      /^The database .*penstock\.db is missing, but .*secret\.key exists\. Restore the database from a backup\./,
    );
    expect(existsSync(join(folder, 'penstock.db'))).toBe(false);
    rmSync(join(folder, 'secret.key'));
    await (await open(folder)).close();
  });

  test('because its file cannot be opened', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'penstock.db'));
    await expect(open(folder)).rejects.toThrow(
      /cannot be used: unable to open database file\. Let this user write the file and its folder/,
    );
  });

  test.skipIf(isRoot)('because its file is read-only (root may write everywhere)', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    chmodSync(join(folder, 'penstock.db'), 0o400);
    await expect(open(folder)).rejects.toThrow(
      /readonly database\. Let this user write the file and its folder/,
    );
  });
});
