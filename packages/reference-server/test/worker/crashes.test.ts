import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { FirstCredentials } from '../../src/api/first-start/credentials-file.ts';
import { basic } from '../../src/api/testing/credentials.ts';
import type { ServerProcess } from '../../src/api/testing/server-process.ts';
import { SEALED_COLUMNS } from '../../src/storage/sealed-columns.ts';
import { requestExample } from '../support/examples.ts';
import { startProcess, temporaryFolder } from '../support/test-server.ts';

/** `pnpm verify` asks for more, because each one starts a server. */
const KILLS = Number(process.env.PENSTOCK_TEST_KILLS ?? 2);
const KILLS_PER_DATABASE = KILLS / 2;
const WRITERS = 4;

/** What a writer knows of a pipe: acknowledged requests, and requests without a response. */
interface KnownPipe {
  /** The key of its creation, and the beginning of all of its names. */
  readonly key: string;
  /** Undefined while the creation was not acknowledged. */
  id: string | undefined;
  /** Those that it may have. One, if every change was acknowledged. */
  names: string[];
  deleted: 'no' | 'maybe' | 'yes';
}

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
}

/** Undefined if the server has died before its response. */
type Send = (method: string, path: string, body?: object, key?: string) => Promise<Reply | undefined>;

test(`${KILLS} times SIGKILL under write load: nothing that was acknowledged is lost, nothing is half done`, () =>
  // Two databases at once, because a machine has more than one core.
  Promise.all([killAgainAndAgain(1), killAgainAndAgain(2)]));

async function killAgainAndAgain(seed: number): Promise<void> {
  const folder = temporaryFolder();
  const random = seededRandom(seed);
  const writers = Array.from({ length: WRITERS }, (_, index) => newWriter(`w${seed}${index}-`, random));
  for (let kill = 0; kill < KILLS_PER_DATABASE; kill += 1) {
    const server = await start(folder);
    const send = sender(server, folder);
    for (const writer of writers) await writer.settle(send);
    await expectAcknowledged(send, writers);
    await writeUntilKilled(server, send, writers, 3 + Math.floor(random() * 25));
  }

  const last = await start(folder);
  const send = sender(last, folder);
  for (const writer of writers) await writer.settle(send);
  await expectAcknowledged(send, writers);
  const unsettled = async () =>
    (await listPipes(send)).filter(({ state }) => state !== 'Running' && state !== 'Stopped');
  await expect.poll(unsettled).toEqual([]);
  await expect.poll(() => unfinishedIn(folder)).toEqual([]);
  expect(await last.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expectSound(folder);
}

/** Quick to start, and with leases that are over before the next one looks. */
function start(folder: string): Promise<ServerProcess> {
  return startProcess({
    PENSTOCK_DATA: folder,
    PENSTOCK_SURFACES: 'management',
    PENSTOCK_RATE_LIMIT: '1000000',
    PENSTOCK_VALIDATE_RESPONSES: 'never',
    PENSTOCK_SIMULATED_STEP_MS: '2',
    PENSTOCK_LEASE_SECONDS: '1',
    PENSTOCK_LOG_LEVEL: 'error',
  });
}

function sender(server: ServerProcess, folder: string): Send {
  const { management } = JSON.parse(
    readFileSync(join(folder, 'credentials.json'), 'utf8'),
  ) as FirstCredentials;
  const { organizationId, serviceId, keyId, keySecret } = management;
  const base = `${server.url}/v1/organizations/${organizationId}/services/${serviceId}`;
  const authorization = basic(keyId, keySecret);
  return async (method, path, body, key) => {
    const headers = {
      ...{ authorization, 'content-type': 'application/json' },
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    try {
      const response = await fetch(base + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return undefined;
    }
  };
}

/** All writers write at once; after so many acknowledgements the server is killed, whatever it is doing. */
async function writeUntilKilled(
  server: ServerProcess,
  send: Send,
  writers: readonly Writer[],
  acknowledgements: number,
): Promise<void> {
  let left = acknowledgements;
  let killed: Promise<unknown> | undefined;
  const write = async (writer: Writer) => {
    while (await writer.writeOnce(send)) {
      left -= 1;
      if (left === 0) killed = server.kill('SIGKILL');
    }
  };
  await Promise.all(writers.map(write));
  await killed;
}

interface Writer {
  readonly pipes: readonly KnownPipe[];
  /** One write at random; false if the server has died before its response. */
  writeOnce(send: Send): Promise<boolean>;
  /** Repeats the creations without a response, to learn their results. */
  settle(send: Send): Promise<void>;
}

function newWriter(prefix: string, random: () => number): Writer {
  const pipes: KnownPipe[] = [];
  let names = 0;
  const body = (name: string) => ({ ...requestExample('createPipe', 'kafka'), name });
  const create = async (send: Send, pipe: KnownPipe) => {
    const response = await send('POST', '/pipes', body(pipe.key), pipe.key);
    if (response === undefined) return false;
    expect(response.status).toBe(200);
    pipe.id = response.body.result.id;
    return true;
  };
  const createNew = (send: Send) => {
    names += 1;
    const key = `${prefix}${names}`;
    const pipe: KnownPipe = { key, id: undefined, names: [key], deleted: 'no' };
    pipes.push(pipe);
    return create(send, pipe);
  };
  const rename = async (send: Send, pipe: KnownPipe) => {
    names += 1;
    const name = `${pipe.key} ${names}`;
    const response = await send('PATCH', `/pipes/${pipe.id}`, { name });
    if (response?.status === 200) pipe.names = [name];
    else pipe.names.push(name);
    return response !== undefined;
  };
  const command = async (send: Send, pipe: KnownPipe) => {
    const name = random() < 0.5 ? 'stop' : 'start';
    const response = await send('PATCH', `/pipes/${pipe.id}/state`, { command: name });
    if (response !== undefined) expect(response.status).toBe(200);
    return response !== undefined;
  };
  const remove = async (send: Send, pipe: KnownPipe) => {
    const response = await send('DELETE', `/pipes/${pipe.id}`);
    pipe.deleted = response === undefined ? 'maybe' : 'yes';
    return response !== undefined;
  };
  return {
    pipes,
    writeOnce(send) {
      const living = pipes.filter(({ id, deleted }) => id !== undefined && deleted === 'no');
      const pipe = living[Math.floor(random() * living.length)];
      const choice = random();
      if (pipe === undefined || choice < 0.4) return createNew(send);
      if (choice < 0.7) return rename(send, pipe);
      return choice < 0.9 ? command(send, pipe) : remove(send, pipe);
    },
    async settle(send) {
      for (const pipe of pipes) if (pipe.id === undefined) expect(await create(send, pipe)).toBe(true);
    },
  };
}

async function listPipes(send: Send): Promise<{ id: string; name: string; state: string }[]> {
  const pipes = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Reply | undefined = await send('GET', `/pipes?limit=1000${cursor && `&cursor=${cursor}`}`);
    if (page?.status !== 200) throw new Error(`The list returned ${page?.status}.`);
    pipes.push(...page.body.result);
    cursor = page.body.nextCursor;
  }
  return pipes;
}

/** Everything is as it was acknowledged, or as it was asked for without a response, and nothing else exists. */
async function expectAcknowledged(send: Send, writers: readonly Writer[]): Promise<void> {
  const stored = new Map((await listPipes(send)).map((pipe) => [pipe.id, pipe]));
  for (const pipe of writers.flatMap(({ pipes }) => pipes)) {
    const found = stored.get(pipe.id ?? '');
    stored.delete(pipe.id ?? '');
    if (pipe.deleted === 'maybe') pipe.deleted = found === undefined ? 'yes' : 'no';
    if (pipe.deleted === 'yes') {
      expect(found).toBeUndefined();
      continue;
    }
    expect(pipe.names).toContain(found?.name);
    pipe.names = [found?.name ?? ''];
  }
  expect([...stored.values()]).toEqual([]);
}

/** Pipes that the reconciler has still something to do for. */
function unfinishedIn(folder: string): unknown[] {
  return queryOf(folder, 'select pipe_id from pipe_work where due_at is not null');
}

/** The file is whole, and every change in it has its event. */
function expectSound(folder: string): void {
  const query = (sql: string) => queryOf(folder, sql);
  expect(query('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(query('pragma foreign_key_check')).toEqual([]);
  const events = (kind: string) => `(select subject from outbox where kind = 'pipe.${kind}')`;
  expect(query(`select id from pipes where id not in ${events('created')}`)).toEqual([]);
  expect(query(`select id from pipes where id in ${events('deleted')}`)).toEqual([]);
  expect(
    query(`select subject from outbox where kind = 'pipe.created'
      and subject not in (select id from pipes) and subject not in ${events('deleted')}`),
  ).toEqual([]);
  // The version counts the changes, so each has exactly one event.
  expect(
    query('select id from pipes where version <> (select count(*) from outbox where subject = pipes.id)'),
  ).toEqual([]);
  const { column } = SEALED_COLUMNS.idempotency_records;
  expect(query(`select key from idempotency_records where length(${column}) = 0`)).toEqual([]);
}

function queryOf(folder: string, sql: string): unknown[] {
  const database = new DatabaseSync(join(folder, 'penstock.db'), { timeout: 120_000 });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** Mulberry32: the same numbers for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
