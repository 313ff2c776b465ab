import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { onTestFinished } from 'vitest';
import type { Administration } from '../src/api/access/administration.ts';
import { readConfiguration } from '../src/api/configuration.ts';
import type { FirstCredentials } from '../src/api/first-start/credentials-file.ts';
import { listen } from '../src/api/listen.ts';
import { createReferenceServer, type Replacements } from '../src/api/server.ts';

/** A data folder of its own, removed when the test is finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Call {
  readonly method?: string;
  /** `/v1/organizations/{…}/services/{…}` is put before it unless it begins with `/v1`, `/api` or stands alone. */
  readonly path: string;
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

export interface StartedServer {
  readonly url: string;
  readonly dataFolder: string;
  readonly credentials: FirstCredentials;
  readonly administration: Administration;
  beginDrain(): void;
  /** A call of `/v1` below the first service, with the first API key. */
  v1(call: Call): Promise<Answer>;
  /** A call of `/api/v2`, with the first token. */
  v2(call: Call): Promise<Answer>;
  call(call: Call): Promise<Answer>;
  stop(): Promise<void>;
}

interface StartOptions {
  readonly environment?: Record<string, string>;
  readonly replacements?: Replacements;
  readonly logger?: Logger;
  /** Such as the API without a worker; both together by default. */
  readonly create?: typeof createReferenceServer;
}

/** A reference server of its own for one test. */
export async function startServer(options: StartOptions = {}): Promise<StartedServer> {
  const server = await openServer(options);
  onTestFinished(server.stop);
  return server;
}

/**
 * A reference server in this process, on a free port of the loopback and a database file of its own. Whoever opens it
 * stops it; tests that leave nothing behind share one. A data folder that is given outlives the server.
 */
export async function openServer(options: StartOptions = {}): Promise<StartedServer> {
  const given = options.environment?.PENSTOCK_DATA;
  const dataFolder = given ?? mkdtempSync(join(tmpdir(), 'penstock-'));
  const configuration = readConfiguration({
    PENSTOCK_DATA: dataFolder,
    PENSTOCK_RATE_LIMIT: '100000',
    PENSTOCK_SIMULATED_STEP_MS: '0',
    ...options.environment,
  });
  const logger = options.logger ?? pino({ level: 'silent' });
  const server = await (options.create ?? createReferenceServer)(configuration, logger, options.replacements);
  const listening = await listen(server.app, '127.0.0.1', 0);
  const credentials = JSON.parse(readFileSync(server.credentialsFile, 'utf8')) as FirstCredentials;
  const { organizationId, serviceId, keyId, keySecret } = credentials.management;
  const call = (request: Call) => send(listening.url, request);
  return {
    url: listening.url,
    dataFolder,
    credentials,
    administration: server.administration,
    beginDrain: server.beginDrain,
    call,
    async stop() {
      await listening.drain(1000);
      await server.close();
      if (given === undefined) rmSync(dataFolder, { recursive: true });
    },
    v1: ({ path, headers, ...rest }) =>
      call({
        ...rest,
        path: `/v1/organizations/${organizationId}/services/${serviceId}${path}`,
        headers: { authorization: basic(keyId, keySecret), ...headers },
      }),
    v2: ({ path, headers, ...rest }) =>
      call({
        ...rest,
        path: `/api/v2${path}`,
        headers: { authorization: `Bearer ${credentials.observability.token}`, ...headers },
      }),
  };
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function send(url: string, { method, path, body, raw, headers }: Call): Promise<Answer> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const given = {
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const present = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(`${url}${path}`, {
    method: method ?? (payload === undefined ? 'GET' : 'POST'),
    headers: present,
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body:
      /json/.test(response.headers.get('content-type') ?? '') && text !== ''
        ? JSON.parse(text)
        : text || undefined,
  };
}
