import type { Client } from 'pg';
import { PipeError } from '../../../pipe-runtime.ts';
import { describeDatabase } from '../connection/postgres-access.ts';
import type { PostgresSource } from '../tables/mapped-columns.ts';

/** Ranges of rows are read by their position in the table from this version on, and the tests run it. */
const OLDEST_VERSION = 15;
const FAILOVER_VERSION = 17;

/** Checks that the server can do what the settings of a pipe need. @throws PipeError */
export async function checkServer(client: Client, source: PostgresSource): Promise<void> {
  const { rows } = await client.query<{ version: number; walLevel: string; mayReplicate: boolean }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('wal_level') AS "walLevel",
      (SELECT rolreplication OR rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)
        OR EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname IN ('rds_replication', 'cloudsqlsuperuser', 'azure_pg_admin')
          AND pg_has_role(current_user, oid, 'member')) AS "mayReplicate"`,
  );
  const problem = problemOf(rows[0] ?? { version: 0, walLevel: '', mayReplicate: false }, source.settings);
  if (problem === undefined) return;
  throw new PipeError(
    'source_unsuitable',
    `The database ${describeDatabase(source)} does not suit the pipe: ${problem}.`,
  );
}

function problemOf(
  { version, walLevel, mayReplicate }: { version: number; walLevel: string; mayReplicate: boolean },
  { replicationMode, enableFailoverSlots }: PostgresSource['settings'],
): string | undefined {
  if (version < OLDEST_VERSION)
    return `it is PostgreSQL ${version}, and ${OLDEST_VERSION} is the oldest supported version`;
  if (replicationMode === 'snapshot') return undefined;
  if (walLevel !== 'logical')
    return `its wal_level is ${walLevel}. Set wal_level to logical and restart the database, or use the replication mode snapshot`;
  if (!mayReplicate)
    return 'the user of the pipe may not replicate. Run ALTER ROLE … REPLICATION for the user of the pipe';
  if (enableFailoverSlots && version < FAILOVER_VERSION)
    return `it is PostgreSQL ${version}, and slots survive a failover from version ${FAILOVER_VERSION} on. Create the pipe without enableFailoverSlots`;
  return undefined;
}
