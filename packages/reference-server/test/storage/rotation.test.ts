import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { administration } from '../../src/api/access/administration.ts';
import { formatToken } from '../../src/api/access/token.ts';
import { readConfiguration } from '../../src/api/configuration.ts';
import { runPenstock } from '../../src/api/testing/server-process.ts';
import { openTestServer } from '../../src/api/testing/test-server.ts';
import { webhookRepository } from '../../src/stack/webhooks/repository.ts';
import { createVault } from '../../src/storage/encryption.ts';
import { rotateSecrets } from '../../src/storage/rotation.ts';
import { sealedLocation } from '../../src/storage/sealed-columns.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { runCommand } from '../support/command.ts';
import { type Databases, describeOnBoth } from '../support/databases.ts';
import { createPipe } from '../support/pipe-calls.ts';
import { newBody, resource } from '../support/stack-surface.ts';
import { temporaryFolder } from '../support/test-server.ts';

const OLD = `old:${randomBytes(32).toString('base64')}`;
const NEW = `new:${randomBytes(32).toString('base64')}`;
const QUIET = { PENSTOCK_LOG_LEVEL: 'silent' };

/** More than one batch of a rotation. */
const MANY = 230;

describeOnBoth('penstock secrets rotate', (databases) => {
  test('encrypts everything again; credentials, cursors and repeats outlive the old key', async () => {
    const settings = await newSettings(databases);
    const before = await openTestServer({ environment: withKeys(settings, OLD) });
    const { id: pipe } = await createPipe(before, 'kafka');
    const webhook = newBody(resource('webhooks'));
    const repeated = { path: '/webhooks', body: webhook, headers: { 'idempotency-key': 'once' } };
    const created = await before.v2(repeated);
    await before.v2({ path: '/webhooks', body: newBody(resource('webhooks')) });
    const { nextCursor } = (await before.v2({ path: '/webhooks?limit=1' })).body.meta;
    await before.stop();

    const environment = { ...QUIET, ...withKeys(settings, `${NEW},${OLD}`) };
    const { code, stdout } = await runCommand(['secrets', 'rotate', '--json'], environment);
    expect(code).toBe(0);
    const { reencrypted, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({ key: 'new', remaining: 0, retired: ['old'] });
    expect(reencrypted).toBeGreaterThanOrEqual(4);
    const again = await runCommand(['secrets', 'rotate'], environment);
    expect(again.stdout).toBe('0 values were encrypted again; the key is new. No other key is in use.\n');

    const after = await openTestServer({ environment: withKeys(settings, NEW) });
    onTestFinished(after.stop);
    expect((await after.v1({ path: `/pipes/${pipe}` })).status).toBe(200);
    const replayed = await after.v2(repeated);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body).toEqual(created.body);
    const page = await after.v2({ path: `/webhooks?limit=1&cursor=${encodeURIComponent(nextCursor)}` });
    expect(page.status).toBe(200);
  });

  test('loses no write of a server that runs meanwhile', async () => {
    const settings = await newSettings(databases);
    const both = withKeys(settings, `${NEW},${OLD}`);
    const { team, token, ids } = await withStorage(settings, async (storage) => {
      const access = administration(storage.db, storage.keys.credentials);
      const { id } = await access.createTeam('Writers');
      const made = await access.tokens.create({ teamId: id }, 'admin');
      return {
        team: id,
        token: formatToken(made.id, made.secret),
        ids: await insertWebhooks(storage, id, MANY),
      };
    });
    const server = await openTestServer({ environment: both });
    onTestFinished(server.stop);

    const rotation = runPenstock(['secrets', 'rotate', '--json'], { ...QUIET, ...both });
    const written = new Map<string, string>();
    let ended = false;
    void rotation.finally(() => {
      ended = true;
    });
    for (let round = 0; !ended || round < ids.length; round += 1) {
      const id = ids[(round * 7) % ids.length] ?? expect.fail();
      const secret = `whsec_${randomBytes(24).toString('base64')}`;
      const body = { name: id, url: 'https://hooks.example', secret };
      const call = { method: 'PUT', path: `/api/v2/webhooks/${id}`, body };
      const response = await server.call({ ...call, headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(200);
      written.set(id, secret);
    }
    expect((await rotation).code).toBe(0);

    const storage = await openStorageWith(settings, NEW);
    onTestFinished(storage.close);
    const repository = webhookRepository(storage.db, storage.vault);
    for (const [id, secret] of written)
      expect((await repository.find(team, id))?.resource.secrets.secret).toBe(secret);
  });

  test('goes on where it was interrupted', async () => {
    const storage = await rotatable(databases, MANY);
    const interrupted = rotateSecrets(storage.db, storage.vault, () => {
      throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    const progress: number[] = [];
    const { reencrypted, remaining } = await rotateSecrets(
      storage.db,
      storage.vault,
      (done, all) => void progress.push(done / all),
    );
    expect(reencrypted).toBeGreaterThan(0);
    expect(reencrypted).toBeLessThan(MANY);
    expect(remaining).toBe(0);
    expect(progress.at(-1)).toBe(1);
  });

  test('keeps the old key while a server still writes with it', async () => {
    const storage = await rotatable(databases, 1);
    const stale = createVault(keysOf(OLD));
    const [row] = await storage.db.selectFrom('webhooks').selectAll().limit(1).execute();
    const { tenant_id, id } = row ?? expect.fail();
    const secrets = stale.seal({ secret: 'late' }, sealedLocation('webhooks', { tenant_id, id }));
    const late = await rotateSecrets(storage.db, storage.vault, async () => {
      await storage.db
        .updateTable('webhooks')
        .set({ secrets })
        .where('tenant_id', '=', tenant_id)
        .where('id', '=', id)
        .execute();
    });
    expect(late).toMatchObject({ remaining: 1, retired: [] });
    expect(await rotateSecrets(storage.db, storage.vault)).toMatchObject({ remaining: 0, retired: ['old'] });
  });
});

test('penstock secrets rotate --help describes a rotation without downtime', async () => {
  const { stdout } = await runCommand(['secrets', 'rotate', '--help']);
  expect(stdout).toContain('openssl rand -base64 32');
  expect(stdout).toContain('PENSTOCK_SECRET_KEYS=new:<key>,old:<key>');
});

/** The settings of a new database and its data folder. */
type Settings = Record<string, string>;

async function newSettings(databases: Databases): Promise<Settings> {
  return { ...(await databases.environment()), PENSTOCK_DATA: temporaryFolder() };
}

function withKeys(settings: Settings, keys: string): Record<string, string> {
  return { ...settings, PENSTOCK_SECRET_KEYS: keys };
}

/** A storage whose secrets the old key has encrypted, opened with the new key first. */
async function rotatable(databases: Databases, webhooks: number): Promise<Storage> {
  const settings = await newSettings(databases);
  await withStorage(settings, (storage) => insertWebhooks(storage, 'a team', webhooks));
  const storage = await openStorageWith(settings, `${NEW},${OLD}`);
  onTestFinished(storage.close);
  return storage;
}

async function withStorage<T>(settings: Settings, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorageWith(settings, OLD);
  return work(storage).finally(storage.close);
}

function openStorageWith(settings: Settings, keys: string): Promise<Storage> {
  return openStorage(readConfiguration(withKeys(settings, keys)), pino({ level: 'silent' }));
}

function keysOf(text: string) {
  return readConfiguration({ PENSTOCK_SECRET_KEYS: text }).secretKeys ?? expect.fail();
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
