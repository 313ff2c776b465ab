import { createCertificates } from '@penstock/kafka/certificates';
import { openPostgres } from '@penstock/postgresql/server';
import { expect, test } from 'vitest';
import { describeWithEngine, temporaryFolder } from '../../support/engines.ts';
import { mapping } from '../../support/postgres/defined-pipe.ts';
import { PostgresPipe, type PostgresPipeOptions } from '../../support/postgres/postgres-pipe.ts';

const ORDERS = 'CREATE TABLE orders (id int PRIMARY KEY, text text)';

describeWithEngine('a pipe from Postgres', (engine) => {
  const prepare = async (options: PostgresPipeOptions, ...statements: readonly string[]) => {
    const shop = await PostgresPipe.open(engine(), options);
    await shop.run(...statements);
    shop.map(mapping('orders'));
    return shop;
  };
  const failure = (shop: PostgresPipe, state: 'Provisioning' | 'Setup' = 'Provisioning') =>
    shop.reach(state).then(
      () => ({ code: 'none', message: '' }),
      ({ code, message }: { code: string; message: string }) => ({ code, message }),
    );

  test.each([
    ['a host that does not respond', { source: { port: 1 } }, 'source_unreachable', 'ECONNREFUSED'],
    [
      'a host that is not allowed',
      { source: { host: '169.254.169.254' } },
      'source_unreachable',
      'link-local',
    ],
    [
      'a database that does not exist',
      { source: { database: 'none' } },
      'source_not_found',
      'does not exist',
    ],
    [
      'TLS that the server does not offer',
      { source: { disableTls: false } },
      'source_unreachable',
      'disableTls',
    ],
    [
      'a publication that does not exist',
      { settings: { publicationName: 'none' } },
      'source_not_found',
      'none',
    ],
    ['a slot that does not exist', { settings: { replicationSlotName: 'none' } }, 'position_lost', 'none'],
  ])('reports %s', async (_case, options, code, part) => {
    const shop = await prepare(options as PostgresPipeOptions, ORDERS);
    const reported = await failure(shop);
    expect(reported).toEqual({ code, message: expect.stringContaining(part) });
    expect(reported.message).not.toContain('paper-lantern');
  });

  test.each([
    ['a table that does not exist', [], 'source_not_found', 'does not exist'],
    [
      'a table without a key',
      ['CREATE TABLE orders (id int, text text)'],
      'schema_mismatch',
      'REPLICA IDENTITY FULL',
    ],
  ])('reports %s before anything starts', async (_case, statements, code, part) => {
    const shop = await prepare({}, ...statements);
    expect(await failure(shop)).toEqual({ code, message: expect.stringContaining(part) });
    expect(await shop.query('SELECT FROM pg_publication')).toEqual([]);
  });

  test('reports a rejected password, without the password', async () => {
    const shop = await prepare({}, ORDERS);
    shop.pipe = {
      ...shop.pipe,
      secrets: { credentials: { username: 'penstock', password: 'wrong-secret' } },
    };
    const { code, message } = await failure(shop);
    expect(code).toBe('authentication_failed');
    expect(message).not.toContain('wrong-secret');
  });

  test('reports slots that survive a failover on a version that has none', async () => {
    const shop = await prepare({ version: '15', settings: { enableFailoverSlots: true } }, ORDERS);
    expect(await failure(shop)).toEqual({
      code: 'source_unsuitable',
      message: expect.stringContaining('enableFailoverSlots'),
    });
  });

  test('makes a slot that survives a failover', async () => {
    const shop = await prepare({ settings: { enableFailoverSlots: true } }, ORDERS);
    await shop.start();
    const slots = `SELECT failover FROM pg_replication_slots WHERE slot_name = '${shop.madeName}'`;
    expect(await shop.query(slots)).toEqual([{ failover: true }]);
  });

  test('uses a publication and a slot that were named, and leaves them', async () => {
    const slot = `own_${Math.random().toString(36).slice(2)}`;
    const shop = await prepare(
      { settings: { replicationMode: 'cdc_only', publicationName: 'own', replicationSlotName: slot } },
      ORDERS,
      `INSERT INTO orders VALUES (1, 'before')`,
      'CREATE PUBLICATION own FOR TABLE orders',
      `SELECT pg_create_logical_replication_slot('${slot}', 'pgoutput')`,
      `INSERT INTO orders VALUES (2, 'after')`,
    );
    await shop.reach('Provisioning');
    await shop.reach('Setup');
    await shop.moveUntil(() => shop.rows('orders'), [{ id: 2, text: 'after' }]);
    await shop.release();
    expect(await shop.query('SELECT pubname FROM pg_publication')).toEqual([{ pubname: 'own' }]);
    await expect
      .poll(() => shop.query(`SELECT active FROM pg_replication_slots WHERE slot_name = '${slot}'`))
      .toEqual([{ active: false }]);
    await shop.run(`SELECT pg_drop_replication_slot('${slot}')`);
  });

  test('reports a named publication without a table of the pipe', async () => {
    const settings = { publicationName: 'own' };
    const shop = await prepare({ settings }, ORDERS, 'CREATE PUBLICATION own');
    expect(await failure(shop)).toEqual({
      code: 'source_unsuitable',
      message: expect.stringContaining('"public"."orders"'),
    });
  });

  test('reports changes that are no longer in the log, and continues after a resync', async () => {
    const shop = await prepare({}, ORDERS, `INSERT INTO orders VALUES (1, 'one')`);
    await shop.start();
    await shop.run(
      `SELECT pg_drop_replication_slot('${shop.madeName}')`,
      `INSERT INTO orders VALUES (2, 'two')`,
    );
    const signal = new AbortController().signal;
    await expect(shop.runtime.move?.(shop.pipe, signal, () => {})).rejects.toMatchObject({
      code: 'position_lost',
    });
    shop.pipe = { ...shop.pipe, generation: 2 };
    await shop.reach('Resync');
    await shop.run(`INSERT INTO orders VALUES (3, 'three')`);
    await shop.moveUntilEqual('orders');
  });

  test('rejects names of tables that belong to pipes, and a role without a region', async () => {
    const shop = await prepare({ source: { authentication: 'IAM_ROLE' } }, ORDERS);
    shop.map(mapping('orders', { targetTable: 'orders_pipe_errors' }));
    const errors = await shop.runtime.checkDefinition(shop.pipe.definition);
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/source/postgres/host',
      '/source/postgres/tableMappings/0/targetTable',
    ]);
  });

  test('connects with TLS, and verifies the certificate for the given name', async () => {
    const { authority, server } = await createCertificates(temporaryFolder());
    const postgres = await openPostgres({ certificate: server, settings: { wal_level: 'replica' } });
    const url = new URL(await postgres.createDatabase('tcp'));
    const database = { host: url.hostname, port: postgres.port, database: url.pathname.slice(1) };
    const secured = (change: object) =>
      PostgresPipe.open(engine(), { source: { ...database, disableTls: false, ...change } }).then(
        async (shop) => {
          shop.map(mapping('orders'));
          return failure(shop);
        },
      );
    try {
      const unsuitable = {
        code: 'source_unsuitable',
        message: expect.stringContaining('wal_level is replica'),
      };
      expect(await secured({ caCertificate: authority })).toEqual(unsuitable);
      expect(await secured({ caCertificate: authority, tlsHost: 'localhost' })).toEqual(unsuitable);
      expect(await secured({ skipCertVerification: true })).toEqual(unsuitable);
      const untrusted = { code: 'source_unreachable', message: expect.stringContaining('caCertificate') };
      expect(await secured({})).toEqual(untrusted);
      expect(await secured({ caCertificate: authority, tlsHost: 'db.example.net' })).toEqual(untrusted);
    } finally {
      await postgres.close();
    }
  });
});
