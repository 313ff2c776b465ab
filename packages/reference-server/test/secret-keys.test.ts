import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../src/configuration.ts';
import { createVault } from '../src/storage/encryption.ts';
import { rotateSecrets } from '../src/storage/rotation.ts';
import { sealedPlace } from '../src/storage/sealed-columns.ts';
import { openStorage, type Storage } from '../src/storage/storage.ts';
import { webhookRepository } from '../src/webhooks/repository.ts';
import { requestExample } from './examples.ts';
import { runPenstock } from './server-process.ts';
import { newBody, resource } from './stack-surface.ts';
import { openServer, type StartedServer, temporaryFolder } from './started-server.ts';

const OLD = `old:${randomBytes(32).toString('base64')}`;
const NEW = `new:${randomBytes(32).toString('base64')}`;
const QUIET = { PENSTOCK_LOG_LEVEL: 'silent' };

/** More than one batch of a rotation. */
const MANY = 230;

describe('the keys that a server starts with', () => {
  test('without any, one is made in the data folder for its owner alone, and the log says so', async () => {
    const folder = temporaryFolder();
    const lines: string[] = [];
    const log = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const storage = await openStorage(readConfiguration({ PENSTOCK_DATA: folder }), pino({}, log));
    await storage.close();
    const file = join(folder, 'secret.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(lines.join('')).toMatch(/development key was made.*PENSTOCK_SECRET_KEYS/);
    expect(lines.join('')).not.toContain(readFileSync(file, 'utf8'));
  });

  test.each([
    ['a missing one', NEW, /encrypted with the key old, which this server does not have/],
    ['another one of the same id', NEW.replace('new:', 'old:'), /key of this id is not the one/],
  ])('%s is refused with a sentence that holds no key', async (_name, keys, reason) => {
    const folder = temporaryFolder();
    await (await openStorageWith(folder, OLD)).close();
    const { code, stderr } = await runPenstock(['serve'], {
      ...QUIET,
      PENSTOCK_DATA: folder,
      PENSTOCK_SECRET_KEYS: keys,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
    expect(stderr).toContain('Put the right key back');
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

test('what is sealed for one row does not open in another', async () => {
  const folder = temporaryFolder();
  const server = await openServer({ environment: { PENSTOCK_DATA: folder } });
  onTestFinished(server.stop);
  const [one, two] = [await createKafkaPipe(server), await createKafkaPipe(server)];
  const database = new DatabaseSync(join(folder, 'penstock.db'));
  database
    .prepare('update pipes set secrets = (select secrets from pipes where id = ?) where id = ?')
    .run(one, two);
  database.close();
  expect((await server.v1({ path: `/pipes/${one}` })).status).toBe(200);
  expect((await server.v1({ path: `/pipes/${two}` })).status).toBe(500);
});

describe('penstock secrets rotate', () => {
  test('encrypts everything anew; credentials, cursors and repeats outlive the old key', async () => {
    const folder = temporaryFolder();
    const before = await openServer({ environment: { PENSTOCK_DATA: folder, PENSTOCK_SECRET_KEYS: OLD } });
    const pipe = await createKafkaPipe(before);
    const webhook = newBody(resource('webhooks'));
    const repeated = { path: '/webhooks', body: webhook, headers: { 'idempotency-key': 'once' } };
    const created = await before.v2(repeated);
    await before.v2({ path: '/webhooks', body: newBody(resource('webhooks')) });
    const { nextCursor } = (await before.v2({ path: '/webhooks?limit=1' })).body.meta;
    await before.stop();

    const environment = { ...QUIET, PENSTOCK_DATA: folder, PENSTOCK_SECRET_KEYS: `${NEW},${OLD}` };
    const { code, stdout } = await runPenstock(['secrets', 'rotate', '--json'], environment);
    expect(code).toBe(0);
    const { reencrypted, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({ key: 'new', remaining: 0, retired: ['old'] });
    expect(reencrypted).toBeGreaterThanOrEqual(4);
    const again = await runPenstock(['secrets', 'rotate'], environment);
    expect(again.stdout).toBe('0 values were encrypted anew; the key is new. No other key is in use.\n');

    const after = await openServer({ environment: { PENSTOCK_DATA: folder, PENSTOCK_SECRET_KEYS: NEW } });
    onTestFinished(after.stop);
    expect((await after.v1({ path: `/pipes/${pipe}` })).status).toBe(200);
    const replayed = await after.v2(repeated);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body).toEqual(created.body);
    const page = await after.v2({ path: `/webhooks?limit=1&cursor=${encodeURIComponent(nextCursor)}` });
    expect(page.status).toBe(200);
  });

  test('loses no write of a server that runs meanwhile', async () => {
    const folder = temporaryFolder();
    const keys = `${NEW},${OLD}`;
    const first = await openServer({ environment: { PENSTOCK_DATA: folder, PENSTOCK_SECRET_KEYS: OLD } });
    const { team } = first.credentials.observability;
    await first.stop();
    const ids = await withStorage(folder, (storage) => insertWebhooks(storage, team, MANY));
    const server = await openServer({ environment: { PENSTOCK_DATA: folder, PENSTOCK_SECRET_KEYS: keys } });
    onTestFinished(server.stop);

    const rotation = runPenstock(['secrets', 'rotate', '--json'], {
      ...QUIET,
      PENSTOCK_DATA: folder,
      PENSTOCK_SECRET_KEYS: keys,
    });
    const written = new Map<string, string>();
    let ended = false;
    void rotation.finally(() => {
      ended = true;
    });
    for (let round = 0; !ended || round < ids.length; round += 1) {
      const id = ids[(round * 7) % ids.length] ?? expect.fail();
      const secret = `whsec_${randomBytes(24).toString('base64')}`;
      const body = { name: id, url: 'https://hooks.example', secret };
      expect((await server.v2({ method: 'PUT', path: `/webhooks/${id}`, body })).status).toBe(200);
      written.set(id, secret);
    }
    expect((await rotation).code).toBe(0);

    const storage = await openStorageWith(folder, NEW);
    onTestFinished(storage.close);
    const repository = webhookRepository(storage.db, storage.vault);
    for (const [id, secret] of written)
      expect((await repository.find(team, id))?.resource.secrets.secret).toBe(secret);
  });

  test('goes on where it was interrupted', async () => {
    const storage = await rotatable(MANY);
    const interrupted = rotateSecrets(storage.db, storage.vault, () => {
      throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    const progress: number[] = [];
    const { reencrypted, remaining } = await rotateSecrets(storage.db, storage.vault, (done, all) =>
      progress.push(done / all),
    );
    expect(reencrypted).toBeGreaterThan(0);
    expect(reencrypted).toBeLessThan(MANY);
    expect(remaining).toBe(0);
    expect(progress.at(-1)).toBe(1);
  });

  test('keeps the old key while a server still writes with it', async () => {
    const storage = await rotatable(1);
    const stale = createVault(keysOf(OLD));
    const [row] = await storage.db.selectFrom('webhooks').selectAll().limit(1).execute();
    const { tenant_id, id } = row ?? expect.fail();
    const secrets = stale.seal({ secret: 'late' }, sealedPlace('webhooks', { tenant_id, id }));
    const late = await rotateSecrets(storage.db, storage.vault, () => {
      void storage.db
        .updateTable('webhooks')
        .set({ secrets })
        .where('tenant_id', '=', tenant_id)
        .where('id', '=', id)
        .execute();
    });
    expect(late).toMatchObject({ remaining: 1, retired: [] });
    expect(await rotateSecrets(storage.db, storage.vault)).toMatchObject({ remaining: 0, retired: ['old'] });
  });

  test('--help says how a rotation goes without an interruption', async () => {
    const { stdout } = await runPenstock(['secrets', 'rotate', '--help']);
    expect(stdout).toContain('openssl rand -base64 32');
    expect(stdout).toContain('PENSTOCK_SECRET_KEYS=new:<key>,old:<key>');
  });
});

/** A storage whose secrets the old key has encrypted, opened with the new one in the first place. */
async function rotatable(webhooks: number): Promise<Storage> {
  const folder = temporaryFolder();
  await withStorage(folder, (storage) => insertWebhooks(storage, 'a team', webhooks));
  const storage = await openStorageWith(folder, `${NEW},${OLD}`);
  onTestFinished(storage.close);
  return storage;
}

async function withStorage<T>(folder: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorageWith(folder, OLD);
  return work(storage).finally(storage.close);
}

function openStorageWith(folder: string, keys: string): Promise<Storage> {
  const configuration = readConfiguration({ PENSTOCK_DATA: folder, PENSTOCK_SECRET_KEYS: keys });
  return openStorage(configuration, pino({ level: 'silent' }));
}

function keysOf(text: string) {
  return readConfiguration({ PENSTOCK_SECRET_KEYS: text }).secretKeys ?? expect.fail();
}

async function createKafkaPipe(server: StartedServer): Promise<string> {
  const answer = await server.v1({ path: '/pipes', body: requestExample('createPipe', 'kafka') });
  expect(answer.status).toBe(200);
  return answer.body.result.id;
}

/** Many at once, past the API, and their ids. */
async function insertWebhooks({ db, vault }: Storage, team: string, count: number): Promise<string[]> {
  const now = new Date().toISOString();
  const ids = Array.from({ length: count }, (_, index) => `webhook-${index}`);
  await db.transaction().execute(async (transaction) => {
    const repository = webhookRepository(transaction, vault);
    for (const id of ids) {
      const secrets = { secret: 'whsec_' };
      const owned = { id, team, createdAt: now, updatedAt: now };
      const resource = { ...owned, name: id, service: 'generic', url: 'https://hooks.example', secrets };
      await repository.insert({ resource, version: 1 });
    }
  });
  return ids;
}
