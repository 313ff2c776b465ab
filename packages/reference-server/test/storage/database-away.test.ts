import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@penstock/postgresql/server';
import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApi } from '../../src/api/api.ts';
import { readConfiguration } from '../../src/api/configuration.ts';
import { openDependencies } from '../../src/api/dependencies.ts';
import type { FirstCredentials } from '../../src/api/first-start/credentials-file.ts';
import { listen } from '../../src/api/listen.ts';
import type { TestResponse } from '../../src/api/testing/test-server.ts';
import { contractCheck } from '../support/contract-check.ts';
import { requestExample } from '../support/examples.ts';
import { createPipe, patch, stateOf } from '../support/pipe-calls.ts';
import { scriptedRuntime } from '../support/scripted-runtime.ts';
import { startServer } from '../support/test-server.ts';

const check = contractCheck();

/** 503 as in the contract: a problem with the time of a retry. */
function expectUnavailable(received: TestResponse, method: string, path: string): void {
  expect([received.status, received.body.code]).toEqual([503, 'unavailable']);
  expect(Number(received.headers.get('retry-after'))).toBeGreaterThan(0);
  const { status, headers, body } = received;
  expect(check.violations(method, path, { status, headers } as Response, JSON.stringify(body))).toEqual([]);
}

describe('PostgreSQL is stopped and started again', () => {
  test('503 meanwhile, on reads and on writes; then all goes on by itself, and nothing is lost', async () => {
    const postgres = await openPostgres();
    onTestFinished(() => postgres.close());
    const runtime = scriptedRuntime();
    const environment = { DATABASE_URL: await postgres.createDatabase() };
    const server = await startServer({ environment, replacements: { runtime } });
    const unfinished = await createPipe(server, 'kafka');
    const health = async () => [
      (await fetch(`${server.url}/livez`)).status,
      (await fetch(`${server.url}/readyz`)).status,
    ];
    expect(await health()).toEqual([200, 200]);

    await postgres.stop();
    const collection = '/v1/organizations/o/services/s/pipes';
    for (let round = 0; round < 3; round += 1) {
      const [read, list, created, changed, alerts] = await Promise.all([
        server.v1({ path: `/pipes/${unfinished.id}` }),
        server.v1({ path: '/pipes' }),
        server.v1({ path: '/pipes', body: requestExample('createPipe', 'kafka') }),
        patch(server, unfinished.id, { name: 'Never stored' }),
        server.v2({ path: '/alerts' }),
      ]);
      expectUnavailable(read, 'GET', `${collection}/p`);
      expectUnavailable(list, 'GET', collection);
      expectUnavailable(created, 'POST', collection);
      expectUnavailable(changed, 'PATCH', `${collection}/p`);
      expectUnavailable(alerts, 'GET', '/api/v2/alerts');
    }
    expect(await health()).toEqual([200, 503]);
    // The runtime gets there while no one can store it.
    runtime.finish();

    await postgres.start();
    const read = () => server.v1({ path: `/pipes/${unfinished.id}` });
    await expect.poll(async () => (await read()).status).toBe(200);
    expect((await server.v1({ path: '/pipes' })).body.result).toMatchObject([
      { id: unfinished.id, name: unfinished.name },
    ]);
    expect(await health()).toEqual([200, 200]);
    runtime.finish();
    await expect.poll(() => stateOf(server, unfinished.id)).toBe('Running');
    expect((await patch(server, unfinished.id, { name: 'Stored' })).body.result.name).toBe('Stored');
  });
});

describe('the disk of the embedded database is full', () => {
  test('writes are 503 and leave nothing half done, reads go on, and writes do when there is room', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'penstock-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const configuration = readConfiguration({ PENSTOCK_DATA: folder, PENSTOCK_RATE_LIMIT: '100000' });
    const dependencies = await openDependencies(configuration, pino({ level: 'silent' }));
    onTestFinished(() => dependencies.close());
    const { db, credentialsFile } = dependencies.storage;
    const { app } = await createApi(dependencies);
    const listening = await listen(app, '127.0.0.1', 0);
    onTestFinished(() => listening.drain(1000, 0));
    const credentials = JSON.parse(readFileSync(credentialsFile, 'utf8')) as FirstCredentials;
    const authorization = `Bearer ${credentials.observability.token}`;
    const call = async (method: string, body?: object): Promise<TestResponse> => {
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await fetch(
        `${listening.url}/api/v2/dashboards?limit=1000`.replace(method === 'POST' ? /\?.*/ : '', ''),
        {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        },
      );
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    const config = { displayType: 'markdown', markdown: 'x'.repeat(50_000) };
    const tile = { id: 't', name: 'T', x: 0, y: 0, w: 1, h: 1, config };
    const create = () => call('POST', { name: 'D', tiles: [tile] });
    const pages = async (limit?: number) => {
      const pragma =
        limit === undefined ? sql`pragma page_count` : sql`pragma max_page_count = ${sql.lit(limit)}`;
      const { rows } = await pragma.execute(db);
      return Object.values(rows[0] as object)[0] as number;
    };
    // SQLite rejects what goes beyond, as it rejects what the disk has no room for: SQLITE_FULL.
    await pages((await pages()) + 60);
    const responses: TestResponse[] = [];
    for (let received = await create(); received.status === 200; received = await create())
      responses.push(received);
    const made = responses.map((received) => received.body.data.id);
    for (let again = 0; again < 3; again += 1)
      expectUnavailable(await create(), 'POST', '/api/v2/dashboards');

    const readiness = async () => {
      const response = await fetch(`${listening.url}/readyz`);
      return [response.status, ((await response.json()) as { reason?: string }).reason];
    };
    expect(await readiness()).toEqual([503, 'storage']);

    const ids = async () => {
      const { status, body } = await call('GET');
      expect(status).toBe(200);
      return body.data.map(({ id }: { id: string }) => id).slice(1);
    };
    expect(made.length).toBeGreaterThan(0);
    expect(await ids()).toEqual(made);
    expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
    const subjects = await db.selectFrom('outbox').select('subject').where('subject', 'in', made).execute();
    expect(subjects).toHaveLength(made.length);

    await pages(1_000_000);
    expect(await readiness()).toEqual([200, undefined]);
    const after = await create();
    expect(after.status).toBe(200);
    expect(await ids()).toEqual([...made, after.body.data.id]);
  });
});
