import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresDatabase } from '@penstock/postgresql/databases';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { FirstCredentials } from '../../src/api/first-start/credentials-file.ts';
import { basic } from '../../src/api/testing/credentials.ts';
import type { ServerProcess } from '../../src/api/testing/server-process.ts';
import { requestExample } from '../support/examples.ts';
import { startProcess, temporaryFolder } from '../support/test-server.ts';

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
}

const PIPES = 60;
const KILL_AFTER = 25;

test('three processes on one PostgreSQL under load, one is killed: no write is lost, and no pipe is worked for twice', async () => {
  const url = await createPostgresDatabase();
  const folder = temporaryFolder();
  const environment = {
    DATABASE_URL: url,
    PENSTOCK_DATA: folder,
    PENSTOCK_RATE_LIMIT: '1000000',
    PENSTOCK_SIMULATED_STEP_MS: '20',
    PENSTOCK_LEASE_SECONDS: '1',
    PENSTOCK_LOG_LEVEL: 'error',
  };
  // At once, on a database that none of them has seen: tables, keys and first credentials are made once.
  const servers = await Promise.all(Array.from({ length: 3 }, () => startProcess(environment)));
  const { management } = JSON.parse(
    readFileSync(join(folder, 'credentials.json'), 'utf8'),
  ) as FirstCredentials;
  const base = `/v1/organizations/${management.organizationId}/services/${management.serviceId}/pipes`;
  const authorization = basic(management.keyId, management.keySecret);

  const alive = [...servers];
  const [victim] = servers;
  let killed: Promise<unknown> | undefined;
  /** As a balancer does it: one after the other, and another one where one does not respond. */
  const send = async (
    turn: number,
    path: string,
    init: { method?: string; body?: string; key?: string } = {},
  ): Promise<Reply> => {
    for (let attempt = 0; ; attempt += 1) {
      const server = alive[(turn + attempt) % alive.length] as ServerProcess;
      const headers = {
        ...{ authorization, 'content-type': 'application/json' },
        ...(init.key !== undefined && { 'idempotency-key': init.key }),
      };
      const response = await fetch(`${server.url}${base}${path}`, { ...init, headers }).catch(
        () => undefined,
      );
      if (response === undefined) {
        if (attempt > 5) throw new Error('None of the processes responds.');
        continue;
      }
      return { status: response.status, body: await response.json() };
    }
  };

  let made = 0;
  const kinds = ['kafka', 'postgres', 'kinesis'];
  const create = async (index: number) => {
    const pipe = { ...requestExample('createPipe', kinds[index % 3] ?? ''), name: `Pipe ${index}` };
    const body = JSON.stringify(pipe);
    // Twice in parallel, at two processes: one creates, the other one returns the same result.
    const post = (turn: number) => send(turn, '', { method: 'POST', body, key: `pipe-${index}` });
    const [one, other] = await Promise.all([post(index), post(index + 1)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.result.id).toBe(other.body.result.id);
    made += 1;
    if (made === KILL_AFTER) killed = victim?.kill('SIGKILL');
    return one.body.result.id as string;
  };
  const ids: string[] = [];
  let next = 0;
  const writer = async () => {
    for (let index = next++; index < PIPES; index = next++) ids.push(await create(index));
  };
  await Promise.all(Array.from({ length: 6 }, writer));
  await killed;
  alive.splice(0, 1);

  const list = async () => (await send(0, '?limit=1000')).body.result as { id: string; state: string }[];
  await expect.poll(async () => (await list()).filter(({ state }) => state !== 'Running')).toEqual([]);
  expect((await list()).map(({ id }) => id).sort()).toEqual(ids.sort());

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const query = async (sql: string) => (await client.query(sql)).rows;
  // Each state was reached once: kafka and kinesis have one step to walk, postgres three.
  const steps = await query(
    `select count(*)::int as steps from outbox where kind = 'pipe.state_changed' group by subject order by 1`,
  );
  expect(steps.map((row) => row.steps)).toEqual([...Array(40).fill(1), ...Array(20).fill(3)]);
  expect(await query('select count(*)::int as organizations from organizations')).toEqual([
    { organizations: 1 },
  ]);
  expect(await query('select pipe_id from pipe_work where due_at is not null')).toEqual([]);
  for (const server of alive) expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});
