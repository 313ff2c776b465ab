import type { Client } from 'pg';
import { PipeError } from '../../../pipe-runtime.ts';

/** A replication slot of the database. */
export interface Slot {
  /** What was acknowledged. */
  readonly confirmedLsn: string;
  /** No change that is still to be read has a smaller position. */
  readonly restartLsn: string;
  /** Whether the database has removed the log that it needs. */
  readonly isLost: boolean;
  readonly activePid: number | null;
  /** The bytes of the log that the database keeps for it. */
  readonly retainedBytes: number;
  /** Whether that is more than the database keeps by itself: `max_wal_size`. */
  readonly keepsMuch: boolean;
}

/** The slot with a name, or undefined. @throws PipeError if it cannot be read by a pipe */
export async function findSlot(client: Client, name: string): Promise<Slot | undefined> {
  const { rows } = await client.query<Slot & { suits: boolean }>(
    `SELECT confirmed_flush_lsn AS "confirmedLsn", restart_lsn AS "restartLsn",
      coalesce(wal_status = 'lost', false) OR restart_lsn IS NULL AS "isLost", active_pid AS "activePid",
      coalesce(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn() ELSE pg_current_wal_lsn() END,
        restart_lsn), 0)::float8 AS "retainedBytes",
      coalesce(wal_status IN ('extended', 'unreserved'), false) AS "keepsMuch",
      plugin = 'pgoutput' AND database = current_database() AS suits
      FROM pg_catalog.pg_replication_slots WHERE slot_name = $1`,
    [name],
  );
  const [row] = rows;
  if (row !== undefined && row.suits !== true)
    throw new PipeError(
      'source_unsuitable',
      `The replication slot ${name} is not one of this database with the plugin pgoutput. Use another slot.`,
    );
  return row;
}

const CREATION_MS = 50_000;

/** Creates a slot. The database first waits for the transactions that are running. @throws PipeError */
export async function createSlot(client: Client, name: string, failover: boolean): Promise<Slot> {
  const options = failover ? ', false, false, true' : '';
  await client.query(`SET statement_timeout = ${CREATION_MS}`);
  await client
    .query(`SELECT pg_create_logical_replication_slot($1, 'pgoutput'${options})`, [name])
    .catch((error: unknown) => rejectCreation(name, error));
  await client.query('RESET statement_timeout');
  const slot = await findSlot(client, name);
  if (slot === undefined) throw new Error(`The replication slot ${name} disappeared after its creation.`);
  return slot;
}

function rejectCreation(name: string, error: unknown): never {
  const code = (error as { readonly code?: string }).code;
  if (code === '57014')
    throw new PipeError(
      'source_unreachable',
      `The replication slot ${name} could not be created, because transactions of the database have been running for a long time. The pipe continues when they have ended.`,
      { cause: error },
    );
  if (code === '53400')
    throw new PipeError(
      'source_unsuitable',
      `The replication slot ${name} could not be created: the database has no free slot. Drop unused ones, or raise max_replication_slots.`,
      { cause: error },
    );
  throw error;
}

/** Drops a slot, also while a connection reads it. Resolves if there is none. */
export async function dropSlot(client: Client, name: string): Promise<void> {
  await freeSlot(client, name);
  await client.query(
    'SELECT pg_drop_replication_slot(slot_name) FROM pg_catalog.pg_replication_slots WHERE slot_name = $1',
    [name],
  );
}

/** Ends the connection that reads a slot: that of a process that lost the pipe. */
export async function freeSlot(client: Client, name: string): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(active_pid, 5000) FROM pg_catalog.pg_replication_slots
      WHERE slot_name = $1 AND active_pid IS NOT NULL`,
    [name],
  );
}
