import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { EngineUnavailableError } from '../engine-error.ts';
import type { EnginePort, EngineStatus, Query } from '../engine-port.ts';
import { Agent } from '../http.ts';
import { collect, resultOf } from './collect.ts';
import { EngineTime } from './engine-time.ts';
import { explain } from './explain.ts';
import { withoutException } from './late-exception.ts';
import { insertion, settingsOf } from './statement.ts';

/** Where a ClickHouse server is, and who the caller is. */
export interface RemoteEngineOptions {
  /** http:// or https://, without credentials. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** The cluster that the server belongs to. Tables of pipes are then created on all of its servers. */
  readonly cluster?: string | undefined;
  /** How many replicas must have a block before an insert is confirmed: a number, or `auto` for the majority. */
  readonly insertQuorum?: string | undefined;
  /** A Unix socket to connect to; the URL then only names the scheme. */
  readonly socketPath?: string;
}

/** The oldest version of ClickHouse that is supported. */
const OLDEST = [24, 8] as const;

const QUERY_SECONDS = 60;
const WRITE_SECONDS = 3_600;
/** The parts of a response can be this much later than the time limit of its statement. */
const GRACE_MS = 10_000;
const TAG_HEADER = 'x-clickhouse-exception-tag';

/**
 * A ClickHouse server, or another process that speaks its HTTP protocol. It connects with the first statement, and rejects
 * statements with an explanation if the server is too old.
 */
export function remoteEngine(options: RemoteEngineOptions): EnginePort {
  const client = connect(options);
  let state: 'ready' | 'unavailable' | 'closed' = 'unavailable';
  let version: string | undefined;
  let greeting: Promise<void> | undefined;

  const fail = (error: unknown, signal: AbortSignal | undefined): never => {
    const explanation = explain(error, signal);
    if (state !== 'closed') state = explanation instanceof EngineUnavailableError ? 'unavailable' : 'ready';
    throw explanation;
  };

  async function* send(query: Query, seconds: number): AsyncGenerator<Uint8Array> {
    const limit = query.limits?.seconds ?? seconds;
    const time = new EngineTime(limit * 1000 + GRACE_MS);
    try {
      const { stream, response_headers: headers } = await client.exec({
        query: query.sql,
        clickhouse_settings: { ...quorumOf(options, query), ...settingsOf(query, limit) },
        abort_signal: AbortSignal.any([time.signal, ...(query.signal === undefined ? [] : [query.signal])]),
        ...(query.parameters !== undefined && { query_params: { ...query.parameters } }),
        ...(query.data !== undefined && { values: query.data }),
      });
      if (state === 'unavailable') state = 'ready';
      for await (const chunk of withoutException(stream, headers?.[TAG_HEADER])) {
        time.stop();
        yield chunk;
        time.start();
      }
    } catch (error) {
      fail(error, query.signal);
    } finally {
      time.stop();
    }
  }

  const greet = async () => {
    const response = await collect(send({ sql: 'SELECT version() AS version' }, QUERY_SECONDS));
    version = resultOf(response).rows<{ version: string }>()[0]?.version;
  };

  async function* run(query: Query, seconds: number): AsyncGenerator<Uint8Array> {
    greeting ??= greet().catch((error: unknown) => {
      greeting = undefined;
      throw error;
    });
    await greeting;
    requireVersion(version, options.url);
    yield* send(query, seconds);
  }

  return {
    get status(): EngineStatus {
      const { url: location, cluster } = options;
      return {
        ...{ engine: 'remote', location, state, version, restarts: 0 },
        ...(cluster !== undefined && { cluster }),
      };
    },
    query: async (query) => resultOf(await collect(run(query, QUERY_SECONDS))),
    stream: (query) => run(query, QUERY_SECONDS),
    insert: async (insert) => void (await collect(run(insertion(insert), WRITE_SECONDS))),
    command: async (statement) => void (await collect(run(statement, WRITE_SECONDS))),
    async close() {
      state = 'closed';
      await client.close();
    },
  };
}

function quorumOf({ insertQuorum }: RemoteEngineOptions, { limits }: Query): Record<string, string> {
  if (insertQuorum === undefined || limits?.readonly === true) return {};
  return { insert_quorum: insertQuorum };
}

/** The limits of statements end requests, so the client needs none of its own. */
const LONGEST_MS = 24 * 3_600 * 1000;

function connect({ url, user, password, socketPath }: RemoteEngineOptions): ClickHouseClient {
  return createClient({
    url,
    request_timeout: LONGEST_MS,
    log: { level: ClickHouseLogLevel.OFF },
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    // A connection to a socket costs nothing, and one that is kept would end with the process behind it.
    ...(socketPath !== undefined && { http_agent: new Agent({ keepAlive: false, ...{ socketPath } }) }),
  });
}

function requireVersion(version: string | undefined, url: string): void {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new EngineUnavailableError(
    `${url} runs ClickHouse ${version}, and the oldest supported version is ${OLDEST.join('.')}. Update the server.`,
  );
}
