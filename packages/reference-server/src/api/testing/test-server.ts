import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import type { Administration } from '../access/administration.ts';
import { readConfiguration } from '../configuration.ts';
import type { FirstCredentials } from '../first-start/credentials-file.ts';
import { listen } from '../listen.ts';
import { createReferenceServer, type Replacements } from '../server.ts';
import { basic } from './credentials.ts';

export interface TestRequest {
  /** GET without a body, POST with one. */
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
}

/** A reference server in this process, with requests for both surfaces. */
export interface TestServer {
  readonly url: string;
  readonly dataFolder: string;
  readonly credentials: FirstCredentials;
  readonly administration: Administration;
  beginDrain(): void;
  /** A `/v1` request with the first API key; the path is below the first service. */
  v1(request: TestRequest): Promise<TestResponse>;
  /** An `/api/v2` request with the first token; the path is below `/api/v2`. */
  v2(request: TestRequest): Promise<TestResponse>;
  /** A request without credentials; the path is complete. */
  call(request: TestRequest): Promise<TestResponse>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly replacements?: Replacements;
  readonly logger?: Logger;
  /** API and worker by default; `createApiServer` has no worker, so pipes stay in their first state. */
  readonly create?: typeof createReferenceServer;
}

/**
 * Opens a server on a free loopback port, with a database file of its own, an unlimited rate, the fast validation engine,
 * no engine, and a simulated runtime that needs no time. The hosts of webhooks do not resolve. The caller stops it. The data folder is deleted then, unless `PENSTOCK_DATA` named one.
 */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const given = options.environment?.PENSTOCK_DATA;
  const dataFolder = given ?? mkdtempSync(join(tmpdir(), 'penstock-'));
  const configuration = readConfiguration({
    PENSTOCK_DATA: dataFolder,
    PENSTOCK_ENGINE: 'simulated',
    PENSTOCK_RATE_LIMIT: '100000',
    PENSTOCK_SIMULATED_STEP_MS: '0',
    PENSTOCK_VALIDATION: 'compiled',
    ...options.environment,
  });
  const logger = options.logger ?? pino({ level: 'silent' });
  const replacements = { resolveHost: async () => [], ...options.replacements };
  const server = await (options.create ?? createReferenceServer)(configuration, logger, replacements);
  const { url, drain } = await listen(server.app, '127.0.0.1', 0);
  const credentials = JSON.parse(readFileSync(server.credentialsFile, 'utf8')) as FirstCredentials;
  const { organizationId, serviceId, keyId, keySecret } = credentials.management;
  const below = (prefix: string, authorization: string) => (request: TestRequest) =>
    send(url, {
      ...request,
      path: `${prefix}${request.path}`,
      headers: { authorization, ...request.headers },
    });
  return {
    url,
    dataFolder,
    credentials,
    administration: server.administration,
    beginDrain: server.beginDrain,
    call: (request) => send(url, request),
    v1: below(`/v1/organizations/${organizationId}/services/${serviceId}`, basic(keyId, keySecret)),
    v2: below('/api/v2', `Bearer ${credentials.observability.token}`),
    async stop() {
      await drain(1000, 0);
      await server.close();
      if (given === undefined) rmSync(dataFolder, { recursive: true });
    },
  };
}

async function send(url: string, { method, path, body, raw, headers }: TestRequest): Promise<TestResponse> {
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
  return { status: response.status, headers: response.headers, body: await bodyOf(response) };
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
}
