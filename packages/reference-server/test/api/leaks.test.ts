import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@penstock/contract';
import type { PipeRuntime } from '@penstock/engine';
import { openPostgres, type PostgresServer } from '@penstock/postgresql/server';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authorizations, adminsOf, basic, makeReaders } from '../../src/api/testing/credentials.ts';
import { contentOf, OPERATIONS, type PathValues, requestOf } from '../../src/api/testing/path-values.ts';
import {
  openTestServer,
  type TestRequest,
  type TestResponse,
  type TestServer,
} from '../../src/api/testing/test-server.ts';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';
import { DEFAULT_PACE } from '../../src/worker/pace.ts';
import { stateOf } from '../support/pipe-calls.ts';
import { formsOf, MARK, type PlantedSecret, plant, plantedSecrets } from '../support/planted-secrets.ts';

/** A value that appears in everything that is searched for secrets, which proves that the search works. */
const SEEN = 'seen-by-everybody';

/** An engine as careless as an engine can be: what fails quotes everything that it was given. */
const careless: PipeRuntime = {
  ...simulatedRuntime(0),
  simulated: false,
  discoverSchema: async () => ({ columns: [], sampledRows: 0 }),
  async reachNextState({ secrets, definition }) {
    if (definition.name.includes('fails'))
      throw new Error(`${SEEN}: cannot log in with ${JSON.stringify(secrets)}`);
    return {};
  },
  async readSample({ secrets, definition }) {
    if (!definition.name.includes('errors')) return { read: true, errors: [] };
    return { read: true, errors: [{ pointer: '/source', message: `not with ${JSON.stringify(secrets)}` }] };
  },
};

const responses: string[] = [];
const logged: string[] = [];
let server: TestServer;
let readers: Authorizations;

describe.each(['SQLite', 'PostgreSQL'])('secrets, on %s', (database) => {
  let folders: string[];
  // The server of other tests has their databases in its folder.
  let postgres: PostgresServer | undefined;
  beforeAll(async () => {
    for (const kept of [responses, logged]) kept.length = 0;
    postgres = database === 'PostgreSQL' ? await openPostgres() : undefined;
    const environment: Record<string, string> =
      postgres === undefined ? {} : { DATABASE_URL: await postgres.createDatabase() };
    // Without the redaction of the real logger: nothing may need it.
    const logger = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
    server = await openTestServer({
      logger,
      environment,
      replacements: {
        runtime: careless,
        pace: { ...DEFAULT_PACE, maxAttempts: 2, initialPauseMs: 1, pollMs: 20 },
      },
    });
    readers = await makeReaders(server);
    folders = [server.dataFolder, ...postgresFolders(environment)];
  });
  afterAll(async () => {
    await server.stop();
    await postgres?.close();
  });

  test('appear in no response, log, metric or file', async () => {
    for (const secret of plantedSecrets()) await useAndMisuse(secret);
    await readEverything();
    const stored = filesOf(folders);
    await removeEverything();

    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const searched = { responses, logged, metrics: [metrics], stored, left: filesOf(folders) };
    for (const [name, texts] of Object.entries(searched))
      for (const form of formsOf(MARK)) expect(excerpts(texts, form), name).toEqual([]);
    for (const texts of [responses, logged, stored]) expect(excerpts(texts, SEEN)).not.toEqual([]);
    expect(metrics).toContain('operation="createPipe"');
  });
});

/** Sends a secret in every way that a request can go well or wrong. */
async function useAndMisuse(secret: PlantedSecret): Promise<void> {
  const call = await callWith(secret);
  const headers = { ...call.headers, 'idempotency-key': randomUUID() };
  const send = async (change: Partial<TestRequest>) => (await sent({ ...call, headers, ...change })).status;
  const is = `${secret.operationId} ${secret.pointer}`;
  const accepted = await sent({ ...call, headers });
  expect([accepted.status, accepted.body.errors], is).toEqual([200, undefined]);
  if (call.method === 'POST') expect(await send({}), `${is} again`).toBe(200);
  const raw = JSON.stringify(call.body);
  expect(await send({ body: { ...(call.body as object), unexpected: true } }), is).toBeGreaterThanOrEqual(
    400,
  );
  const label = STORES_NOTHING.includes(secret.operationId) ? (body: object) => body : named;
  expect(await send({ body: label(secret.with([secret.marker]), 'wrong type') }), is).toBe(400);
  expect(await send({ body: label(secret.with(secret.marker.repeat(2000)), 'too long') }), is).toBe(400);
  expect(await send({ raw: raw.slice(0, -1) }), is).toBe(400);
  expect(await send({ raw, headers: { ...headers, 'content-type': 'text/plain' } }), is).toBe(415);
  expect(await send({ raw: raw.padEnd(1_048_577) }), is).toBe(413);
  if (secret.operationId === 'updatePipe') {
    const source = { ...(secret.body.source as object), validateSamples: true };
    // Where the update adds a table, it is there already.
    expect([400, 409], is).toContain(await send({ body: named({ ...secret.body, source }, 'errors') }));
  }
  const { surface } = operations[secret.operationId];
  const asReader = await send({ headers: { authorization: readers[surface] } });
  expect(asReader, is).toBe(operations[secret.operationId].idempotency === 'safe' ? 200 : 403);
  expect(await send({ headers: { authorization: basic('unknown', secret.marker) } }), is).toBe(401);
}

/** The call that plants a secret; an update is one of something that was made with such a field. */
async function callWith({ operationId, pointer, body }: PlantedSecret): Promise<TestRequest> {
  const operation = OPERATIONS.find(({ id }) => id === operationId) ?? expect.fail();
  const { tenant, authorization } = admin(operation.surface);
  if (operation.method === 'post')
    return {
      ...requestOf(operation, tenant, authorization),
      body: STORES_NOTHING.includes(operationId) ? body : named(body, operationId),
    };
  const creation =
    OPERATIONS.find(({ method, path }) => method === 'post' && operation.path.startsWith(`${path}/`)) ??
    expect.fail();
  const before = plant(creation.id, pointer);
  const created = await sent({
    ...requestOf(creation, tenant, authorization),
    body: named(before.body, 'fails'),
  });
  expect([created.status, created.body.errors], pointer).toEqual([200, undefined]);
  if (creation.id === 'createPipe')
    await expect.poll(() => stateOf(server, contentOf(created).id)).toBe('Failed');
  const parameter = operation.pathParameters.find((name) => !(name in tenant)) ?? expect.fail();
  const values = { ...tenant, [parameter]: contentOf(created).id };
  return { ...requestOf(operation, values, authorization), body: named(body, operationId) };
}

/** The operations whose bodies have no name. */
const STORES_NOTHING: readonly string[] = ['discoverPipeSchema'];

let made = 0;

function named(body: object, why: string): object {
  made += 1;
  return { ...body, name: `${SEEN} ${why} ${made}` };
}

async function readEverything(): Promise<void> {
  for (const operation of OPERATIONS.filter(({ method }) => method === 'get')) {
    const { authorization } = admin(operation.surface);
    for (const values of await everyPath(operation)) await sent(requestOf(operation, values, authorization));
  }
}

async function removeEverything(): Promise<void> {
  for (const operation of OPERATIONS.filter(({ method }) => method === 'delete')) {
    const { authorization } = admin(operation.surface);
    for (const values of await everyPath(operation)) await sent(requestOf(operation, values, authorization));
  }
}

/** The path values of everything that an operation can name. */
async function everyPath(operation: (typeof OPERATIONS)[number]): Promise<PathValues[]> {
  const { tenant } = admin(operation.surface);
  let paths: PathValues[] = [tenant];
  for (const parameter of operation.pathParameters.filter((name) => !(name in tenant)))
    paths = (await Promise.all(paths.map((values) => pathsOfItems(operation, parameter, values)))).flat();
  return paths;
}

/** The path values of every item of a collection; none if the server has not implemented its list. */
async function pathsOfItems(
  operation: (typeof OPERATIONS)[number],
  parameter: string,
  values: PathValues,
): Promise<PathValues[]> {
  const collection = operation.path.slice(0, operation.path.indexOf(`/{${parameter}}`));
  const list =
    OPERATIONS.find(({ method, path }) => method === 'get' && path === collection) ?? expect.fail();
  const listed = await sent(requestOf(list, values, admin(operation.surface).authorization));
  if (listed.status === 501) return [];
  return contentOf(listed).map(({ id }: { id: string }) => ({ ...values, [parameter]: id }));
}

async function sent(call: TestRequest): Promise<TestResponse> {
  const response = await server.call(call);
  responses.push(JSON.stringify([[...response.headers], response.body]));
  return response;
}

function admin(surface: 'management' | 'observability') {
  const { organizationId, serviceId } = server.credentials.management;
  const tenant: PathValues = surface === 'management' ? { organizationId, serviceId } : {};
  return { tenant, authorization: adminsOf(server)[surface] };
}

/** The folder of the PostgreSQL server of the test, next to its socket. */
function postgresFolders({ DATABASE_URL }: Record<string, string>): string[] {
  if (DATABASE_URL === undefined) return [];
  return [join(new URL(DATABASE_URL).searchParams.get('host') ?? expect.fail(DATABASE_URL), 'data')];
}

/** Everything in the folders, the logs of the database among it, byte by byte. */
function filesOf(roots: readonly string[]): string[] {
  const entries = roots.flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
}

/** The text with its surroundings: the marker identifies the field. */
function excerpts(texts: readonly string[], text: string): string[] {
  return texts.flatMap((candidate) => {
    const at = candidate.indexOf(text);
    return at === -1 ? [] : [candidate.slice(Math.max(0, at - 60), at + text.length + 60)];
  });
}
