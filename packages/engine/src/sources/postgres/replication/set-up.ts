import type { Client } from 'pg';
import { PipeError, type RuntimePipe } from '../../../pipe-runtime.ts';
import { relationName } from '../planned-tables.ts';
import type { StreamPosition } from '../progress.ts';
import type { PostgresSource } from '../tables/mapped-columns.ts';
import { madeObjects } from './made-objects.ts';
import { awaitOlderTransactions } from './older-transactions.ts';
import { checkPublication, type PublicationOptions, preparePublication } from './publication.ts';
import { createSlot, dropSlot, findSlot, type Slot } from './slot.ts';

/** Where the changes of a pipe begin, and the version of rows that are copied now. */
export interface Replication {
  readonly stream: StreamPosition | undefined;
  readonly version: string;
}

export function publicationOf(
  pipe: Pick<RuntimePipe, 'id'>,
  source: PostgresSource,
): PublicationOptions | undefined {
  const { replicationMode, publicationName } = source.settings;
  if (replicationMode === 'snapshot') return undefined;
  return {
    name: publicationName,
    made: madeObjects(pipe, source).publication,
    tables: source.tableMappings.map(relationName),
  };
}

/** Checks what a request named: the publication and the slot. @throws PipeError */
export async function checkNamedObjects(
  client: Client,
  pipe: RuntimePipe,
  source: PostgresSource,
): Promise<void> {
  const publication = publicationOf(pipe, source);
  if (publication === undefined) return;
  await checkPublication(client, publication);
  const { replicationSlotName: slot = '' } = source.settings;
  if (madeObjects(pipe, source).slot) return;
  if ((await findSlot(client, slot)) === undefined) throw missingSlot(slot);
}

/** Prepares the publication and the slot, so that no change after the copy of the tables is missed. */
export async function setUpReplication(
  client: Client,
  pipe: RuntimePipe,
  source: PostgresSource,
  known: StreamPosition | undefined,
  signal: AbortSignal,
): Promise<Replication> {
  const publication = publicationOf(pipe, source);
  if (publication === undefined) return { stream: undefined, version: await currentLsn(client) };
  const added = await preparePublication(client, publication);
  const slot = await prepareSlot(client, pipe, source, known);
  if (added || !publication.made) await awaitOlderTransactions(client, signal);
  return { stream: known ?? { lsn: slot.confirmedLsn }, version: slot.restartLsn };
}

/** Makes a new slot instead of one that the database has invalidated or lost. */
export async function renewLostSlot(
  client: Client,
  pipe: RuntimePipe,
  source: PostgresSource,
): Promise<StreamPosition | undefined> {
  const { replicationSlotName: name = '', enableFailoverSlots } = source.settings;
  if (!madeObjects(pipe, source).slot) return undefined;
  const slot = await findSlot(client, name);
  if (slot?.isLost === false) return undefined;
  await dropSlot(client, name);
  return { lsn: (await createSlot(client, name, enableFailoverSlots)).confirmedLsn };
}

async function prepareSlot(
  client: Client,
  pipe: RuntimePipe,
  source: PostgresSource,
  known: StreamPosition | undefined,
): Promise<Slot> {
  const { replicationSlotName: name = '', enableFailoverSlots } = source.settings;
  const slot = await findSlot(client, name);
  if (slot !== undefined) {
    rejectLost(name, slot);
    return slot;
  }
  if (known !== undefined || !madeObjects(pipe, source).slot) throw missingSlot(name);
  return createSlot(client, name, enableFailoverSlots);
}

/** @throws PipeError if the changes that follow are no longer in the log */
export function rejectLost(name: string, slot: Slot | undefined): asserts slot is Slot {
  if (slot === undefined) throw missingSlot(name);
  if (slot.isLost)
    throw new PipeError(
      'position_lost',
      `The database has removed the log that the replication slot ${name} needs. Raise max_slot_wal_keep_size, and resync the pipe.`,
    );
}

function missingSlot(name: string): PipeError {
  return new PipeError(
    'position_lost',
    `The replication slot ${name} does not exist. Create it with the plugin pgoutput if you named it; otherwise resync the pipe.`,
  );
}

async function currentLsn(client: Client): Promise<string> {
  const { rows } = await client.query<{ lsn: string }>(
    'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END AS lsn',
  );
  return rows[0]?.lsn ?? '0/0';
}
