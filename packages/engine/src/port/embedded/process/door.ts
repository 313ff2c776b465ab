import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EngineError, parseException } from '../../engine-error.ts';
import type { Session } from './chdb.ts';
import { PAUSE_PATH } from './pause-path.ts';
import { type DoorRequest, readRequest } from './request.ts';
import { isReading, isSpooled, leavesSessionClean, resultOf, spoolResult } from './result.ts';
import type { SessionPool } from './session-pool.ts';
import { withSpooled } from './spool.ts';

interface DoorParts {
  readonly pool: SessionPool;
  readonly database: string;
  readonly spool: string;
}

/** As in ClickHouse. Statements with data and settings, such as schemas, are in the URL. */
const LONGEST_URL_BYTES = 1024 * 1024;

/** ClickHouse's HTTP protocol over the sessions of a pool. */
export function createDoor(parts: DoorParts): Server {
  // A result, or the data of an insert, may take any time.
  const options = { requestTimeout: 0, keepAliveTimeout: 10_000, maxHeaderSize: LONGEST_URL_BYTES };
  return createServer(options, (request, response) => {
    void respond(parts, request, response).catch((error: unknown) => failWith(response, error));
  });
}

async function respond(parts: DoorParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://engine');
  if (pathname === '/ping' || (pathname === '/' && request.url === '/' && request.method === 'GET')) {
    response.end('Ok.\n');
    return;
  }
  if (pathname === PAUSE_PATH && request.method === 'POST') return pauseFor(parts.pool, response);
  if (pathname !== '/') {
    response.writeHead(404).end('There is no such path. Send statements to /.\n');
    return;
  }
  await execute(parts, await readRequest(request), response);
}

async function execute(parts: DoorParts, statement: DoorRequest, response: ServerResponse): Promise<void> {
  const { sql, data } = statement;
  if (data === undefined) return runIn(parts, statement, sql, response);
  await withSpooled(parts.spool, sql, data, (reading) => runIn(parts, statement, reading, response));
}

async function runIn(
  { pool, database, spool }: DoorParts,
  statement: DoorRequest,
  sql: string,
  response: ServerResponse,
): Promise<void> {
  const { settings, parameters, session, format } = statement;
  const wish = {
    database: statement.database ?? database,
    settings,
    parameters,
    seconds: session?.seconds ?? 0,
    clean: leavesSessionClean(sql),
    ...(session !== undefined && { name: session.name }),
  };
  if (!isSpooled(sql, format))
    return pool.run(wish, (lent, stop) => sendResult({ session: lent, stop }, sql, statement, response));
  const file = join(spool, randomUUID());
  try {
    await pool.run(wish, (lent, stop) =>
      whileConnected(response, sql, stop, () => spoolResult(lent, sql, format, file)),
    );
    // The session is free for other statements while a slow client reads.
    if (response.destroyed) return;
    describeResult(response, statement);
    await pipeline(createReadStream(file), response);
  } finally {
    await rm(file, { force: true });
  }
}

/** Stops the statement when the client leaves. The client can also leave while the statement waits for its turn. */
async function whileConnected(
  response: ServerResponse,
  sql: string,
  stop: () => Promise<void>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (response.destroyed) return;
  const gone = new AbortController();
  let stopping: Promise<void> | undefined;
  const leave = () => {
    // An aborted call of the library leaves the work running, so the work is stopped first.
    stopping = (isReading(sql) ? stop() : Promise.resolve()).catch(() => {}).finally(() => gone.abort());
  };
  response.once('close', leave);
  try {
    await work(gone.signal);
  } finally {
    response.off('close', leave);
    await stopping;
  }
}

/** Sets the headers of a result. Returns the tag of errors after the first bytes. */
function describeResult(response: ServerResponse, { format, queryId }: DoorRequest): string {
  const tag = randomBytes(8).toString('hex');
  response.setHeader('X-ClickHouse-Query-Id', queryId ?? randomUUID());
  response.setHeader('X-ClickHouse-Exception-Tag', tag);
  response.setHeader('Content-Type', /^JSON/.test(format) ? 'application/json' : 'text/plain; charset=UTF-8');
  return tag;
}

/** Sends the result. An error before the first bytes becomes a status, a later one is appended as ClickHouse does. */
function sendResult(
  { session, stop }: { session: Session; stop: () => Promise<void> },
  sql: string,
  statement: DoorRequest,
  response: ServerResponse,
): Promise<void> {
  return whileConnected(response, sql, stop, async (signal) => {
    const tag = describeResult(response, statement);
    try {
      for await (const bytes of resultOf(session, sql, statement.format, signal))
        if (!response.write(bytes)) await once(response, 'drain', { signal });
      response.end();
    } catch (error) {
      if (!response.headersSent || response.destroyed) throw error;
      const message = `${(error as Error).message}\n`;
      const frame = `\r\n__exception__\r\n${tag}\r\n${message}${Buffer.byteLength(message)} ${tag}\r\n__exception__\r\n`;
      response.end(frame);
    }
  });
}

/** The rest of the statuses is 500, as in ClickHouse. */
const STATUSES: Readonly<Record<number, number>> = {
  27: 400,
  47: 404,
  48: 501,
  60: 404,
  62: 400,
  81: 404,
  159: 408,
  164: 403,
  373: 409,
  456: 400,
};

function failWith(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  const { code, type, text } = describe(error, message);
  response.writeHead(STATUSES[code] ?? 500, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(code),
    Connection: 'close',
  });
  response.end(text ?? `Code: ${code}. DB::Exception: ${message}. (${type})\n`);
}

function describe(error: unknown, message: string): { code: number; type: string; text?: string } {
  if (error instanceof EngineError) return { code: error.code, type: error.type };
  const exception = parseException(message);
  if (exception === undefined) return { code: 1001, type: 'STD_EXCEPTION' };
  return { code: exception.code, type: exception.type, text: `${message.trim()}\n` };
}

async function pauseFor(pool: SessionPool, response: ServerResponse): Promise<void> {
  if (pool.isPaused) {
    response.writeHead(409).end('The engine is paused already.\n');
    return;
  }
  response.once('close', () => pool.resume());
  await pool.pause();
  response.writeHead(200, { 'Content-Type': 'text/plain' });
  response.write('paused\n');
}
