import { type DatabaseConnection, PostgresDialect, PostgresDriver, type PostgresPool } from 'kysely';
import pg from 'pg';
import { translateError } from './unavailable.ts';

/** The maximum number of connections per process. PostgreSQL allows 100 in total by default. */
const MAX_CONNECTIONS = 10;
/** A request that waits longer for a connection gets 503. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer queries are aborted, so that an unresponsive database does not block requests forever. */
const QUERY_TIMEOUT_MS = 30_000;

/**
 * A connection pool that survives broken connections: they are discarded, and the next request opens a new one.
 */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    // A process that stops in a transaction must not lock its rows forever.
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'penstock',
    types: { getTypeParser: typeParser },
  });
  // Without listeners, the error of an idle connection would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** Kysely's PostgreSQL dialect, with errors that identify an unavailable database. */
export class PooledPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool: pool as PostgresPool });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new TranslatingDriver({ pool: this.#pool as PostgresPool });
  }
}

class TranslatingDriver extends PostgresDriver {
  readonly #translating = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    options?: Parameters<PostgresDriver['acquireConnection']>[0],
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options).catch(rethrow);
    if (!this.#translating.has(connection)) {
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (query, ...rest) => execute(query, ...rest).catch(rethrow) as never;
      this.#translating.add(connection);
    }
    return connection;
  }
}

function rethrow(error: unknown): never {
  throw translateError(error);
}

/** Counts and timestamps fit into JavaScript numbers; by default pg returns them as text. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}
