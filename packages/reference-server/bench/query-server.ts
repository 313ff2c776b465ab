import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { Agent, request as sendRequest } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type EnginePort, remoteEngine } from '@penstock/engine';
import type { FirstCredentials } from '../src/api/first-start/credentials-file.ts';
import { fillLogTables, LOGS, WIDE_LOGS } from './log-table.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';

const BIN = join(import.meta.dirname, '../bin/penstock.js');
const ENGINE_MEMORY_MB = '4000';

/** A server with logs to query, and the engine behind it. */
export interface QueryServer {
  readonly process: MeasuredProcess;
  /** The process of the engine. */
  readonly enginePid: number;
  /** The engine, as the server reaches it. */
  readonly engine: EnginePort;
  /** Sources of the logs and of the wide logs. */
  readonly logs: object;
  readonly wideLogs: object;
  /** A request below `/api/v2`, over one of the connections that are kept. @throws Error if it does not succeed */
  call(path: string, body: object): Promise<Response>;
  /** Also returns errors. */
  attempt(path: string, body: object, signal?: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

interface Response {
  readonly status: number;
  readonly bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: each response has a shape of its own
  json(): any;
}

/** Starts the built server on a new control database. The data of the engine is kept between runs, in the cache of the user. */
export async function startQueryServer(
  rows: number,
  onProgress: (text: string) => void,
  environment: Readonly<Record<string, string>> = {},
): Promise<QueryServer> {
  const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const kept = join(caches, 'penstock', 'bench-queries', String(rows), 'engine');
  mkdirSync(kept, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  symlinkSync(kept, join(folder, 'engine'));
  const measured = await startMeasured([BIN, 'serve'], {
    PENSTOCK_DATA: folder,
    PENSTOCK_PORT: '0',
    PENSTOCK_ENGINE: 'embedded',
    PENSTOCK_ENGINE_MEMORY_MB: ENGINE_MEMORY_MB,
    PENSTOCK_RATE_LIMIT: '1000000',
    PENSTOCK_VALIDATION: 'compiled',
    ...environment,
  });
  const engine = remoteEngine({ url: 'http://engine', socketPath: join(folder, 'engine.sock') });
  const close = async () => {
    agent.destroy();
    await engine.close();
    await measured.stop();
    rmSync(folder, { recursive: true });
  };
  const agent = new Agent({ keepAlive: true });
  const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as FirstCredentials;
  const { token } = credentials.observability;
  const attempt: QueryServer['attempt'] = (path, body, signal) =>
    send(agent, `${measured.url}/api/v2${path}`, { token, body, signal });
  const call = async (path: string, body: object) => {
    const response = await attempt(path, body);
    if (response.status < 300) return response;
    throw new Error(`${path} responded with ${response.status}: ${response.json().detail}`);
  };
  try {
    await fillLogTables(engine, rows, onProgress);
    const sourceOf = async (from: typeof LOGS) =>
      (await call('/sources', newSource(from))).json().data as object;
    return {
      process: measured,
      enginePid: childOf(measured.pid),
      engine,
      logs: await sourceOf(LOGS),
      wideLogs: await sourceOf(WIDE_LOGS),
      call,
      attempt,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function newSource({ database, table }: typeof LOGS): object {
  return {
    kind: 'log',
    name: table,
    connection: 'default',
    from: { databaseName: database, tableName: table },
    timestampValueExpression: 'Timestamp',
    defaultTableSelectExpression: 'Timestamp, ServiceName, SeverityText, Body',
    bodyExpression: 'Body',
  };
}

/** The process of the engine is the only child of the server. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

interface Sent {
  readonly token: string;
  readonly body: object;
  readonly signal: AbortSignal | undefined;
}

function send(agent: Agent, url: string, { token, body, signal }: Sent): Promise<Response> {
  const payload = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
  };
  const options = { agent, method: 'POST', headers, ...(signal !== undefined && { signal }) };
  return new Promise((resolve, reject) => {
    sendRequest(url, options, (response) => {
      buffer(response).then((bytes) => {
        const json = () => JSON.parse(bytes.toString());
        resolve({ status: response.statusCode ?? 0, bytes: bytes.length, json });
      }, reject);
    })
      .once('error', reject)
      .end(payload);
  });
}
