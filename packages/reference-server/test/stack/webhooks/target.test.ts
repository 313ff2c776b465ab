import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '../../../src/api/configuration.ts';
import type { FirstCredentials } from '../../../src/api/first-start/credentials-file.ts';
import { listen } from '../../../src/api/listen.ts';
import { createReferenceServer } from '../../../src/api/server.ts';
import { newBody, resource } from '../../support/stack-surface.ts';

/** What the names of these tests resolve to; names that are not here do not resolve. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'public.example.net': ['93.184.215.14', '2606:4700:4700::1111'],
  'inside.example.net': ['10.0.0.7'],
  'half-inside.example.net': ['93.184.215.14', '::1'],
  'mapped.example.net': ['::ffff:192.168.0.1'],
  'metadata.example.net': ['169.254.169.254'],
  'allowed.example.net': ['127.0.0.1'],
};

let url: string;
let token: string;
let stop: () => Promise<void>;
const asked: string[] = [];
/** The host `slow.example.net` resolves when this does. */
let slow = Promise.withResolvers<readonly string[]>();

beforeAll(async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'penstock-'));
  const configuration = readConfiguration({
    PENSTOCK_DATA: dataFolder,
    PENSTOCK_WEBHOOK_ALLOW_HOSTS: 'allowed.example.net',
    PENSTOCK_RATE_LIMIT: '1000',
  });
  const server = await createReferenceServer(configuration, pino({ level: 'silent' }), {
    async resolveHost(host) {
      asked.push(host);
      return host === 'slow.example.net' ? slow.promise : (ADDRESSES[host] ?? []);
    },
  });
  const listening = await listen(server.app, '127.0.0.1', 0);
  const credentials = JSON.parse(readFileSync(server.credentialsFile, 'utf8')) as FirstCredentials;
  url = `${listening.url}/api/v2/webhooks`;
  token = credentials.observability.token;
  stop = async () => {
    await listening.drain(1000, 0);
    await server.close();
    rmSync(dataFolder, { recursive: true });
  };
});
afterAll(() => stop());

interface Change {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(target: string, change: Change) {
  const response = await fetch(`${url}${change.path}`, {
    method: change.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...change.headers },
    body: JSON.stringify({ ...newBody(resource('webhooks')), ...change.body, url: target }),
  });
  const body = (await response.json()) as {
    data?: { id: string };
    errors?: { pointer: string; code: string }[];
  };
  return { status: response.status, etag: response.headers.get('etag'), ...body };
}

const create = (target: string) => send(target, { method: 'POST', path: '' });

test.each([
  'https://public.example.net/',
  'https://unknown.example.net/',
  'http://allowed.example.net:9000/',
])('%s is taken', async (target) => {
  expect((await create(target)).status).toBe(200);
});

test.each([
  'http://inside.example.net/hook',
  'http://INSIDE.example.net./hook',
  'http://half-inside.example.net/hook',
  'http://mapped.example.net/hook',
  'http://metadata.example.net/hook',
])('%s is rejected after name resolution', async (target) => {
  const { status, errors } = await create(target);
  expect([status, errors]).toEqual([
    400,
    [expect.objectContaining({ pointer: '/url', code: 'target_not_allowed' })],
  ]);
});

test.each([
  'http://vm/',
  'http://receiver:9000/',
  'http://db.internal/',
  'http://printer.local/',
  'http://a.localhost/',
])('%s is rejected without name resolution: such names have no public address', async (target) => {
  asked.length = 0;
  const { status, errors } = await create(target);
  expect([status, errors?.[0]?.code]).toEqual([400, 'target_not_allowed']);
  expect(asked).toEqual([]);
});

test('names that do not resolve: a few are checked at once, the others are rejected with the reason', async () => {
  slow = Promise.withResolvers();
  asked.length = 0;
  const waiting = Array.from({ length: 10 }, (_, index) => create(`https://slow.example.net/${index}`));
  await expect.poll(() => asked.length).toBe(10);
  const { status, errors } = await create('https://unknown.example.net/one-more');
  expect([status, errors]).toEqual([
    400,
    [
      expect.objectContaining({
        pointer: '/url',
        code: 'invalid',
        message: expect.stringContaining('retry'),
      }),
    ],
  ]);
  slow.resolve(['10.0.0.7']);
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(400);
  expect((await create('https://unknown.example.net/one-more')).status).toBe(200);
});

test('a replacement resolves a new address, and leaves alone one that stays', async () => {
  const { data } = await create('https://public.example.net/stays');
  asked.length = 0;
  const path = `/${data?.id}`;
  expect((await send('https://public.example.net/stays', { method: 'PUT', path })).status).toBe(200);
  expect(asked).toEqual([]);
  expect((await send('https://inside.example.net/', { method: 'PUT', path })).status).toBe(400);
  expect(asked).toEqual(['inside.example.net']);
});

describe('while a replacement waits for a name server', () => {
  const overtaken = async (headers: Record<string, string>, overtake: Pick<Change, 'method'>) => {
    slow = Promise.withResolvers();
    const { data } = await create('https://public.example.net/before');
    const path = `/${data?.id}`;
    asked.length = 0;
    const waiting = send('https://slow.example.net/', { method: 'PUT', path, headers });
    await expect.poll(() => asked).toEqual(['slow.example.net']);
    const faster = await send('https://public.example.net/faster', { path, ...overtake });
    expect(faster.status).toBe(200);
    slow.resolve(['93.184.215.14']);
    return waiting;
  };

  test('another one overtakes it: it is worked out again and stored after that', async () => {
    expect(await overtaken({}, { method: 'PUT' })).toMatchObject({
      status: 200,
      etag: '"3"',
      data: { url: 'https://slow.example.net/' },
    });
  });

  test('another one overtakes it, and it expected the version before: 412', async () => {
    expect((await overtaken({ 'if-match': '"1"' }, { method: 'PUT' })).status).toBe(412);
  });

  test('a deletion overtakes it: 404', async () => {
    expect((await overtaken({}, { method: 'DELETE' })).status).toBe(404);
  });
});
