import { createPostgresDatabase } from '@penstock/postgresql/databases';
import type { PostgresVersion } from '@penstock/postgresql/server';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { Change, TransactionPart } from '../../../src/sources/postgres/changes/change.ts';
import { type ChangeStream, openChangeStream } from '../../../src/sources/postgres/changes/change-stream.ts';
import { parseLsn } from '../../../src/sources/postgres/changes/lsn.ts';
import { SESSION_OPTIONS } from '../../../src/sources/postgres/types/session-settings.ts';

const PUBLICATION = 'everything "quoted"';

/** An empty database with a connection. Both end with the test. */
export interface ReplicatedDatabase {
  readonly client: Client;
  readonly url: string;
  /** Runs statements one after the other, as one transaction if there are several. */
  run(...statements: readonly string[]): Promise<void>;
  /** Reads the changes of all tables from now on. */
  follow(): Promise<FollowedChanges>;
}

export interface FollowedChanges {
  readonly stream: ChangeStream;
  readonly slot: string;
  /** The transactions up to now, in parts, that were not taken before. */
  take(): Promise<TransactionPart[]>;
  /** The changes of `take`. */
  takeChanges(): Promise<Change[]>;
}

export async function replicatedDatabase(version?: PostgresVersion): Promise<ReplicatedDatabase> {
  const url = await createPostgresDatabase('socket', version);
  const client = new Client({ connectionString: url, options: SESSION_OPTIONS });
  await client.connect();
  onTestFinished(() => client.end());
  return {
    client,
    url,
    async run(...statements) {
      if (statements.length > 1) await client.query('begin');
      for (const statement of statements) await client.query(statement);
      if (statements.length > 1) await client.query('commit');
    },
    async follow() {
      await client.query(
        `create publication "everything ""quoted""" for all tables with (publish_via_partition_root = true)`,
      );
      const slot = `slot_${url.replace(/\?.*/, '').slice(-20)}`;
      await client.query('select pg_create_logical_replication_slot($1, $2)', [slot, 'pgoutput']);
      const stream = await openStream(url, slot, 0n);
      onTestFinished(async () => {
        await stream.close();
        await whenReleased(client, slot);
        await client.query('select pg_drop_replication_slot($1)', [slot]);
      });
      return { slot, ...followed(client, stream) };
    },
  };
}

/** A stream of a slot that exists. */
export async function openStream(url: string, slot: string, after: bigint): Promise<ChangeStream> {
  const replication = new Client({
    connectionString: url,
    options: SESSION_OPTIONS,
    // The types of pg do not have this option.
    ...{ replication: 'database' },
  });
  await replication.connect();
  return openChangeStream(replication, { slot, publication: PUBLICATION, after });
}

/** Resolves when the server has noticed that the stream of a slot has ended. */
export async function whenReleased(client: Client, slot: string): Promise<void> {
  const free = 'select from pg_replication_slots where slot_name = $1 and not active';
  while ((await client.query(free, [slot])).rowCount === 0);
}

export function followed(client: Client, stream: ChangeStream): Omit<FollowedChanges, 'slot'> {
  const steps = stream.steps(new AbortController().signal)[Symbol.asyncIterator]();
  const take = async () => {
    const { rows } = await client.query<{ now: string }>('select pg_current_wal_insert_lsn() as now');
    const now = parseLsn(rows[0]?.now ?? '');
    const parts: TransactionPart[] = [];
    for (;;) {
      const { value } = await steps.next();
      if (value === undefined) throw new Error('The stream has ended.');
      if (value.kind === 'transaction') parts.push(value);
      if (value.endLsn !== undefined && value.endLsn >= now) return parts;
    }
  };
  return { stream, take, takeChanges: async () => (await take()).flatMap(({ changes }) => changes) };
}
