import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { requestExamples } from '@penstock/contract/examples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '../../../src/api/configuration.ts';
import { openTestServer, type TestServer } from '../../../src/api/testing/test-server.ts';
import { createVault } from '../../../src/storage/encryption.ts';
import { readKeyFile } from '../../../src/storage/key-file.ts';
import { sealedLocation } from '../../../src/storage/sealed-columns.ts';
import {
  create,
  entriesOf,
  expectProblem,
  newBody,
  resource,
  SURFACES,
} from '../../support/stack-surface.ts';
import { startServer } from '../../support/test-server.ts';

// Each test makes webhooks of its own on a server that all share.
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.stop());

const WEBHOOK = resource('webhooks');
const SECRET = 'whsec_ZXhhbXBsZS1vbmx5LW5vdC1hLXJlYWwtc2VjcmV0';
const MADE_SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

describe.each(SURFACES)('$name', (surface) => {
  const send: TestServer['call'] = (call) => surface.send(server, call);
  const make = (body: unknown) => create(surface, server, 'webhooks', body);

  describe('the name of a webhook', () => {
    const taken = [{ pointer: '/name', code: 'already_exists' }];

    test('is taken once in a tenant, on create and on update', async () => {
      const [one, other] = [await make(newBody(WEBHOOK)), await make(newBody(WEBHOOK))];
      const created = await send({ path: '/webhooks', body: { ...newBody(WEBHOOK), name: one.name } });
      expectProblem(created, 409, 'name_taken');
      expect(entriesOf(created)).toEqual(taken);
      const path = `/webhooks/${other.id}`;
      const replaced = await send({ method: 'PUT', path, body: { ...other, name: one.name } });
      expectProblem(replaced, 409, 'name_taken');
      expect(entriesOf(replaced)).toEqual(taken);
      expect(surface.in(await send({ path }))).toEqual(other);
      expect((await send({ method: 'PUT', path: `/webhooks/${one.id}`, body: one })).status).toBe(200);
    });

    test('is free again after a deletion or a renaming', async () => {
      const [one, other] = [await make(newBody(WEBHOOK)), await make(newBody(WEBHOOK))];
      await send({ method: 'DELETE', path: `/webhooks/${one.id}` });
      const renamed = { ...other, name: one.name };
      expect((await send({ method: 'PUT', path: `/webhooks/${other.id}`, body: renamed })).status).toBe(200);
      await make({ ...newBody(WEBHOOK), name: other.name });
    });

    test('is given to one of those that come at once', async () => {
      const body = newBody(WEBHOOK);
      const responses = await Promise.all([1, 2, 3, 4, 5].map(() => send({ path: '/webhooks', body })));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      const made = await Promise.all([1, 2, 3].map(() => make(newBody(WEBHOOK))));
      const puts = made.map((webhook) =>
        send({
          method: 'PUT',
          path: `/webhooks/${webhook.id}`,
          body: { ...webhook, name: `${body.name}, moved` },
        }),
      );
      expect((await Promise.all(puts)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    });

    test('of another tenant is free', async () => {
      const body = newBody(WEBHOOK);
      for (const either of SURFACES) await create(either, server, 'webhooks', body);
    });
  });

  describe('the secret', () => {
    test('is returned by the create alone, and only if the server made it', async () => {
      const { secret, ...body } = newBody(WEBHOOK);
      const made = await make(body);
      expect(made.secret).toMatch(MADE_SECRET);
      const read = surface.in(await send({ path: `/webhooks/${made.id}` }));
      expect({ ...read, secret: made.secret }).toEqual(made);
      expect(read).not.toHaveProperty('secret');
      const other = await make({ ...body, name: `${body.name} again` });
      expect(other.secret).not.toBe(made.secret);
      expect(await make({ ...newBody(WEBHOOK), secret })).not.toHaveProperty('secret');
    });

    test('is returned again to the client that repeats the create', async () => {
      const { secret: _secret, ...body } = newBody(WEBHOOK);
      const headers = { 'idempotency-key': `secret-of-${surface.name}` };
      const [first, second] = [
        await send({ path: '/webhooks', body, headers }),
        await send({ path: '/webhooks', body, headers }),
      ];
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(surface.in(second).secret).toMatch(MADE_SECRET);
      expect(surface.in(second)).toEqual(surface.in(first));
    });

    test('and the headers are kept by a replacement without them, and replaced by one with them', async () => {
      const headers = { Authorization: 'Bearer of-the-first-hour', 'X-Team': 'shop' };
      const made = await make({ ...newBody(WEBHOOK), headers, secret: SECRET });
      const path = `/webhooks/${made.id}`;
      await send({ method: 'PUT', path, body: { ...made, name: `${made.name}, kept` } });
      expect(secretsOf(made)).toEqual({ headers, secret: SECRET });
      const rotated = { headers: {}, secret: 'whsec_YW5vdGhlci1leGFtcGxlLW9mLWEtc2VjcmV0' };
      const body = { name: made.name, url: made.url };
      const tags = [];
      for (const change of [rotated, rotated, {}])
        tags.push((await send({ method: 'PUT', path, body: { ...body, ...change } })).headers.get('etag'));
      expect(tags).toEqual(['"3"', '"3"', '"3"']);
      const previous = { secret: SECRET, until: expect.any(String) };
      expect(secretsOf(made)).toEqual({ ...rotated, previous });
    });
  });

  test.each([
    'http://127.0.0.1/hook',
    'http://127.1:8080',
    'http://2130706433/hook',
    'http://0x7f.0.0.1/hook',
    'https://0177.0.0.1',
    'http://localhost:9000/hook',
    'http://LOCALHOST./hook',
    'http://hooks.localhost/',
    'http://0.0.0.0/',
    'http://10.1.2.3/hook',
    'http://172.16.0.1/hook',
    'http://192.168.1.1/hook',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/hook',
    'http://224.0.0.1/hook',
    'http://255.255.255.255/hook',
    'http://[::1]/hook',
    'http://[::]/hook',
    'http://[fe80::1]/hook',
    'http://[fd00::1]/hook',
    'http://[ff02::1]/hook',
    'http://[::ffff:127.0.0.1]/hook',
    'http://[::127.0.0.1]/hook',
    'http://[::10.0.0.1]/hook',
    'http://localhost../hook',
    'http://[::ffff:a00:1]:8080/hook',
    'http://[64:ff9b::7f00:1]/hook',
    'http://[2002:7f00:1::]/hook',
  ])('the target %s is rejected on create and on update', async (url) => {
    const created = await send({ path: '/webhooks', body: { ...newBody(WEBHOOK), url } });
    expectProblem(created, 400, 'validation_failed');
    expect(entriesOf(created)).toEqual([{ pointer: '/url', code: 'target_not_allowed' }]);
    const made = await make(newBody(WEBHOOK));
    const path = `/webhooks/${made.id}`;
    expectProblem(await send({ method: 'PUT', path, body: { ...made, url } }), 400, 'validation_failed');
    expect(surface.in(await send({ path }))).toEqual(made);
  });

  test.each([
    'https://93.184.215.14/hook',
    'http://[2606:4700:4700::1111]:8443/hook',
    'https://unresolved.invalid/',
  ])('the target %s is taken', async (url) => {
    expect((await make({ ...newBody(WEBHOOK), url })).url).toBe(url);
  });

  test('a target that is no URL: 400', async () => {
    const response = await send({
      path: '/webhooks',
      body: { ...newBody(WEBHOOK), url: 'http://host:99999/' },
    });
    expectProblem(response, 400, 'validation_failed');
    expect(entriesOf(response)).toEqual([{ pointer: '/url', code: 'invalid_format' }]);
  });
});

describe('hosts that are configured', () => {
  test('are allowed whatever they resolve to, and no others', async () => {
    const allowing = await startServer({
      environment: { PENSTOCK_WEBHOOK_ALLOW_HOSTS: 'LOCALHOST, 10.1.2.3,::1,' },
    });
    for (const url of ['http://localhost:9000/', 'http://10.1.2.3/', 'http://[::1]:80/']) {
      const body = { ...newBody(WEBHOOK), url };
      expect((await allowing.v2({ path: '/webhooks', body })).status).toBe(200);
    }
    const body = { ...newBody(WEBHOOK), url: 'http://10.1.2.4/' };
    expect((await allowing.v2({ path: '/webhooks', body })).status).toBe(400);
  });

  test('are none unless there are some', () => {
    expect(readConfiguration({}).webhookAllowedHosts).toEqual([]);
    expect(readConfiguration({ PENSTOCK_WEBHOOK_ALLOW_HOSTS: 'A, b ,' }).webhookAllowedHosts).toEqual([
      'a',
      'b',
    ]);
  });
});

test('write-only values are in no response and in no file of the data folder', async () => {
  const folder = await startServer();
  const texts: string[] = [];
  const secrets: string[] = [];
  const keep = (body: { secret?: string; headers?: Record<string, string> }) =>
    secrets.push(...(body.secret === undefined ? [] : [body.secret]), ...Object.values(body.headers ?? {}));
  for (const surface of SURFACES) {
    for (const [name, body] of Object.entries(requestExamples(surface.operation('create', 'Webhook')))) {
      keep(body as object);
      const headers = { 'idempotency-key': `leak-${name}` };
      for (const _repeat of [1, 2]) {
        const response = await surface.send(folder, { path: '/webhooks', body, headers });
        const { secret, ...rest } = surface.in(response);
        if (secret !== undefined) secrets.push(secret);
        texts.push(JSON.stringify(rest));
      }
      const taken = await surface.send(folder, { path: '/webhooks', body });
      const badUrl = { ...(body as object), name: 'Other', url: 'http://10.0.0.1/' };
      const rejected = await surface.send(folder, { path: '/webhooks', body: badUrl });
      texts.push(JSON.stringify([taken.body, rejected.body]));
    }
    const listed = await surface.send(folder, { path: '/webhooks' });
    texts.push(JSON.stringify(listed.body));
    for (const { id } of surface.in(listed))
      texts.push(JSON.stringify((await surface.send(folder, { path: `/webhooks/${id}` })).body));
  }
  for (const file of readdirSync(folder.dataFolder))
    if (file !== 'credentials.json') texts.push(readFileSync(join(folder.dataFolder, file), 'latin1'));
  expect(new Set(secrets).size).toBeGreaterThanOrEqual(4);
  for (const secret of new Set(secrets)) {
    const found = texts.filter((text) => text.includes(secret));
    expect(
      found.map((text) => text.slice(0, 80)),
      `a text that contains ${secret}`,
    ).toEqual([]);
  }
});

/** The stored secrets, decrypted with the key of the data folder. */
function secretsOf({ team, id }: { team: string; id: string }): unknown {
  const database = new DatabaseSync(join(server.dataFolder, 'penstock.db'), { readOnly: true });
  const row = database.prepare('select secrets from webhooks where tenant_id = ? and id = ?').get(team, id);
  database.close();
  const vault = createVault([readKeyFile(join(server.dataFolder, 'secret.key'))]);
  return vault.open(row?.secrets as Uint8Array, sealedLocation('webhooks', { tenant_id: team, id }));
}
