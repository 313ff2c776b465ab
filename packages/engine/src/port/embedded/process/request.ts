import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { EngineError } from '../../engine-error.ts';
import { LONGEST_STATEMENT_BYTES } from '../../engine-port.ts';

/** A request of ClickHouse's HTTP protocol. */
export interface DoorRequest {
  readonly sql: string;
  /** The data of an INSERT, as a stream. */
  readonly data: Readable | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  readonly format: string;
  readonly database: string | undefined;
  readonly queryId: string | undefined;
  readonly session: { readonly name: string; readonly seconds: number } | undefined;
}

/** Parameters of the protocol that are no settings. What is not supported has no effect. */
const PROTOCOL = new Set([
  'add_http_cors_header',
  'buffer_size',
  'client_protocol_version',
  'close_session',
  'compress',
  'database',
  'decompress',
  'default_format',
  'enable_http_compression',
  'http_zlib_compression_level',
  'password',
  'query',
  'query_id',
  'quota_key',
  'role',
  'send_progress_in_http_headers',
  'session_check',
  'session_id',
  'session_timeout',
  'user',
  'wait_end_of_query',
]);

const DEFAULT_SESSION_SECONDS = 60;
const LONGEST_SESSION_SECONDS = 3_600;

/** @throws EngineError if the request is not one of the protocol */
export async function readRequest(request: IncomingMessage): Promise<DoorRequest> {
  const { searchParams } = new URL(request.url ?? '/', 'http://engine');
  const entries = [...searchParams];
  const query = searchParams.get('query') ?? '';
  const body = bodyOf(request);
  const settings = entries.filter(([name]) => !PROTOCOL.has(name) && !name.startsWith('param_'));
  // In ClickHouse, a GET request may only read, but it may change settings.
  if (request.method === 'GET') settings.push(['readonly', searchParams.get('readonly') ?? '2']);
  const sessionName = searchParams.get('session_id');
  return {
    ...(await statementOf(query, body)),
    settings: Object.fromEntries(settings),
    parameters: Object.fromEntries(
      entries.filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice(6), value]),
    ),
    format: searchParams.get('default_format') ?? header(request, 'x-clickhouse-format') ?? 'TabSeparated',
    database: searchParams.get('database') ?? header(request, 'x-clickhouse-database'),
    queryId: searchParams.get('query_id') ?? undefined,
    session:
      sessionName === null
        ? undefined
        : { name: sessionName, seconds: sessionSeconds(searchParams.get('session_timeout')) },
  };
}

/** A body after a `query` is the data of an INSERT, or the rest of a statement; a body alone is a statement. */
async function statementOf(query: string, body: Readable): Promise<Pick<DoorRequest, 'sql' | 'data'>> {
  if (/^\s*insert\b/i.test(query)) return { sql: query, data: body };
  const rest = await readText(body);
  const sql = query === '' || rest === '' ? `${query}${rest}` : `${query}\n${rest}`;
  if (sql.trim() === '') throw new EngineError(62, 'SYNTAX_ERROR', 'the statement is empty');
  return { sql, data: undefined };
}

function bodyOf(request: IncomingMessage): Readable {
  const encoding = header(request, 'content-encoding') ?? 'identity';
  if (encoding === 'identity') return request;
  if (encoding === 'gzip') return request.compose(createGunzip()) as Readable;
  throw new EngineError(48, 'NOT_IMPLEMENTED', `bodies with the encoding ${encoding}; use gzip or none`);
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LONGEST_STATEMENT_BYTES)
      throw new EngineError(
        62,
        'SYNTAX_ERROR',
        'the statement is longer than 16 MiB; send data after `query=INSERT …`',
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sessionSeconds(text: string | null): number {
  const seconds = Number(text ?? DEFAULT_SESSION_SECONDS);
  return Number.isFinite(seconds)
    ? Math.min(Math.max(seconds, 1), LONGEST_SESSION_SECONDS)
    : DEFAULT_SESSION_SECONDS;
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
