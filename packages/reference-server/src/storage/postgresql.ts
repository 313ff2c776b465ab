import { type DatabaseConnection, PostgresDialect, PostgresDriver, type PostgresPool } from 'kysely';
import pg from 'pg';
import { translateError } from './unavailable.ts';

/** How many connections one process has at most; PostgreSQL allows 100 in all by default. */
const MOST_CONNECTIONS = 10;
/** A request that waits longer for a connection is answered 503. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A query that takes longer is given up, so that a database that hangs does not hold requests for ever. */
const QUERY_TIMEOUT_MS = 30_000;

/**
 * A pool of connections that takes everything that can happen to one: whatever is broken is thrown away, and the next
 * request opens a new one.
 */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    // A process that was stopped in a transaction must not keep others from its rows.
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'penstock',
    types: { getTypeParser: typeParser },
  });
  // Without listeners a connection that breaks while nobody waits for it ends the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** Kysely's PostgreSQL dialect with errors that say whether the database is away. */
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

/** Counts and moments are whole numbers that JavaScript holds; pg would give them as text. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}
