import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfiguration } from '../../src/api/configuration.ts';
import { openTestServer } from '../../src/api/testing/test-server.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { runCommand } from '../support/command.ts';
import { createPipe, patch } from '../support/pipe-calls.ts';
import { temporaryFolder } from '../support/test-server.ts';

const OLD = `old:${randomBytes(32).toString('base64')}`;
const NEW = `new:${randomBytes(32).toString('base64')}`;
const QUIET = { PENSTOCK_LOG_LEVEL: 'silent' };

describe('the keys that a server starts with', () => {
  test('without any, one is created in the data folder for its owner only, and logged', async () => {
    const folder = temporaryFolder();
    const log = await logOfStart(folder);
    const file = join(folder, 'secret.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(log).toMatch(/development key was created.*PENSTOCK_SECRET_KEYS/);
    expect(log).not.toContain(readFileSync(file, 'utf8'));
  });

  test('one that other users can read is used with a warning', async () => {
    const folder = temporaryFolder();
    await logOfStart(folder);
    expect(await logOfStart(folder)).toBe('');
    chmodSync(join(folder, 'secret.key'), 0o640);
    expect(await logOfStart(folder)).toMatch(/Other users can read the development key/);
  });

  test.each([
    ['a missing one', NEW, /encrypted with the key old, which this server does not have/],
    [
      'another one of the same id',
      NEW.replace('new:', 'old:'),
      /configured key with this id is a different one/,
    ],
  ])('%s is rejected with a message that contains no key', async (_name, keys, reason) => {
    const folder = temporaryFolder();
    await (await openStorageWith(folder, OLD)).close();
    const { code, stderr } = await runCommand(['serve'], {
      ...QUIET,
      PENSTOCK_DATA: folder,
      PENSTOCK_SECRET_KEYS: keys,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
    expect(stderr).toContain('Restore the right key');
    for (const pair of [OLD, NEW]) expect(stderr).not.toContain(pair.slice(4));
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('a key whose values are not all rotated cannot be left out', async () => {
    const folder = temporaryFolder();
    await (await openStorageWith(folder, OLD)).close();
    await (await openStorageWith(folder, `${NEW},${OLD}`)).close();
    await expect(openStorageWith(folder, NEW)).rejects.toThrow('encrypted with the key old');
    await expect(openStorageWith(folder, OLD)).rejects.toThrow('encrypted with the key new');
  });
});

test('a value encrypted for one row cannot be decrypted in another', async () => {
  const folder = temporaryFolder();
  const server = await openTestServer({ environment: { PENSTOCK_DATA: folder } });
  onTestFinished(server.stop);
  const [{ id: one }, { id: two }] = [await createPipe(server, 'kafka'), await createPipe(server, 'kafka')];
  const database = new DatabaseSync(join(folder, 'penstock.db'));
  const overwrite = database.prepare(
    'update pipes set secrets = (select secrets from pipes where id = ?) where id = ?',
  );
  // The server of this process may write now.
  await vi.waitFor(() => overwrite.run(one, two));
  database.close();
  // A change merges what was sent with the secrets that are stored, so it has to open them.
  expect((await patch(server, one, { name: 'renamed' })).status).toBe(200);
  expect((await patch(server, two, { name: 'renamed' })).status).toBe(500);
});

/** Opens and closes the storage of the folder, and returns what it logged. */
async function logOfStart(folder: string): Promise<string> {
  const lines: string[] = [];
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  await (await openStorage(readConfiguration({ PENSTOCK_DATA: folder }), pino({}, log))).close();
  return lines.join('');
}

function openStorageWith(folder: string, keys: string): Promise<Storage> {
  const configuration = readConfiguration({ PENSTOCK_DATA: folder, PENSTOCK_SECRET_KEYS: keys });
  return openStorage(configuration, pino({ level: 'silent' }));
}
