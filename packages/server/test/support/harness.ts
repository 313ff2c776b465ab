import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import type { Express } from 'express';
import { afterAll, onTestFinished } from 'vitest';
import { assembleServer } from '../../src/assembly.ts';
import type { Contract, Surface } from '../../src/contract.ts';
import type { AnyHandler } from '../../src/endpoint.ts';
import type { ValidationEngine } from '../../src/engines/validation.ts';
import { type ListenOptions, listen } from '../../src/http/listen.ts';
import type { Logger } from '../../src/logger.ts';
import type { ServerOptions } from '../../src/server-options.ts';
import { contractOfPaths, operation, pathOf, validResponse } from './examples.ts';

export type Handlers = Record<string, AnyHandler>;

interface Line {
  readonly level: string;
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

interface HandlerResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Record<string, string | undefined>;
  /** Sent as it is if it is a string or bytes, as JSON otherwise. */
  readonly body?: unknown;
}

export interface TestServer {
  readonly url: string;
  readonly lines: Line[];
  /** The requests that reached a handler. */
  readonly reached: string[];
  /** Sends a request to an operation, with a valid credential. */
  call(operationId: string, sent?: Sent): Promise<HandlerResponse>;
  send(sent: Sent): Promise<HandlerResponse>;
}

export interface TestOptions extends ServerOptions {
  readonly handlers?: Handlers;
  readonly security?: Record<string, unknown>;
  /** For both surfaces. */
  readonly authorize?: unknown;
  /** Default: a few paths, because the whole contract takes a second to start. */
  readonly contract?: Contract;
  /** Puts the app somewhere inside another one. */
  readonly mount?: (app: Express) => Express;
  readonly listening?: Partial<ListenOptions>;
  /** Outlives the test; the process ends it. */
  readonly lasting?: boolean;
}

const FEW_PATHS = contractOfPaths(
  'createPipe',
  'getPipe',
  'updatePipeState',
  'listStackDashboards',
  'createAlert',
  'getAlert',
);

/**
 * A server for a few paths with these handlers and without a rate limit to speak of. Tests share it, one after the
 * other.
 */
export async function serverWith(handlers: Handlers = {}): Promise<TestServer> {
  shared ??= startServer({
    rateLimit: { requests: 1_000_000, windowSeconds: 3600 },
    handlers: current,
    lasting: true,
  });
  const server = await shared;
  for (const name of Object.keys(current)) delete current[name];
  Object.assign(current, handlers);
  server.lines.length = 0;
  server.reached.length = 0;
  return server;
}

/** Which engine the servers of this file get that do not ask for one. */
export function useEngine(validation: ValidationEngine): void {
  replaceEngine(validation);
  afterAll(() => replaceEngine(DEFAULT_ENGINE));
}

/** The server that files share has the engine of its start. */
function replaceEngine(validation: ValidationEngine): void {
  engine = validation;
  shared = undefined;
}

const DEFAULT_ENGINE: ValidationEngine = 'express-openapi-validator';
let engine: ValidationEngine = DEFAULT_ENGINE;
const current: Handlers = {};
let shared: Promise<TestServer> | undefined;

/** A server on a real socket whose handlers return the contract's examples. */
export async function startServer(options: TestOptions = {}): Promise<TestServer> {
  const lines: Line[] = [];
  const reached: string[] = [];
  const contract = options.contract ?? FEW_PATHS;
  const security = { basicAuth: basicByName, bearerAuth: bearerByName, ...options.security };
  const surfaces = new Map(
    (['management', 'observability'] as const).map((surface) => [
      surface,
      {
        handlers: handlersOf(contract, surface, options.handlers ?? {}, reached),
        security: Object.fromEntries(
          Object.entries(security).filter(([name]) => contract.securitySchemes[name]?.surface === surface),
        ),
        authorize: options.authorize,
      },
    ]),
  );
  const built = await assembleServer(contract, surfaces, {
    logger: recordInto(lines),
    validation: engine,
    ...options,
  });
  const app = options.mount === undefined ? built : options.mount(built);
  const { url, close } = await listen(app, { port: 0, ...options.listening });
  if (!options.lasting) onTestFinished(() => close(0));
  const send = (sent: Sent) => sendTo(url, sent);
  return {
    url,
    lines,
    reached,
    send,
    call: (operationId, sent = {}) =>
      send({
        ...sent,
        method: sent.method ?? operation(operationId).method.toUpperCase(),
        path: sent.path ?? pathOf(operationId),
        headers: { authorization: credentialFor(operation(operationId).surface), ...sent.headers },
      }),
  };
}

/** A credential that the default security handlers accept. */
export function credentialFor(surface: Surface, name = 'key-1'): string {
  return surface === 'management' ? basic(name, 'right') : `Bearer ${name}`;
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function basicByName({ username, password }: { username: string; password: string }) {
  return password === 'right' ? { id: username } : undefined;
}

function bearerByName({ token }: { token: string }) {
  return token === 'wrong' ? undefined : { id: token };
}

function handlersOf(contract: Contract, surface: Surface, own: Handlers, reached: string[]): Handlers {
  const operations = contract.operations.filter((candidate) => candidate.surface === surface);
  return Object.fromEntries(
    operations.map(({ operationId }) => [
      operationId,
      (request, context) => {
        reached.push(operationId);
        const handler = own[operationId] ?? (() => validResponse(operationId));
        return handler(request, context);
      },
    ]),
  );
}

function recordInto(lines: Line[]): Logger {
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function sendTo(
  url: string,
  { method = 'GET', path = '/', query = '', headers = {}, body }: Sent,
): Promise<HandlerResponse> {
  const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const payload = raw ? body : JSON.stringify(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const length =
    payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload as string)) };
  const all = Object.entries({ ...type, ...length, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url);
    const options = {
      host,
      port,
      method,
      // As it is written: a URL would have its dots resolved before it left.
      path: `${path}${query}`,
      headers: Object.fromEntries(all) as Record<string, string>,
      agent: false as const,
    };
    const request = sendRequest(options, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      const json = /json/.test(response.headers['content-type'] ?? '') && text !== '';
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        body: json ? JSON.parse(text) : undefined,
      });
    });
    request.once('error', reject);
    request.end(payload);
  });
}
