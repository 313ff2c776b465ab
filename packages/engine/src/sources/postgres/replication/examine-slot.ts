import type { RestingPipe, RestingSource, RuntimeFailure } from '../../../pipe-runtime.ts';
import type { PostgresAccess } from '../connection/postgres-access.ts';
import { withClient } from '../connection/with-client.ts';
import { findSlot, type Slot } from './slot.ts';

/** Reads how much of its log the database keeps for a pipe that does not read it; undefined if there is no slot. */
export async function examineSlot(
  { definition }: RestingPipe,
  access: PostgresAccess,
): Promise<RestingSource | undefined> {
  const name = definition.source.postgres?.settings.replicationSlotName;
  if (name === undefined) return undefined;
  const slot = await withClient(access, (client) => findSlot(client, name));
  if (slot === undefined) return undefined;
  const warning = warningOf(name, slot);
  return { retainedLogBytes: retainedLogBytes(slot), ...(warning !== undefined && { warning }) };
}

/** As a metric. */
export function retainedLogBytes({ retainedBytes }: Slot): number {
  return Math.max(0, Math.round(retainedBytes));
}

function warningOf(name: string, { isLost, keepsMuch }: Slot): RuntimeFailure | undefined {
  if (isLost)
    return {
      code: 'position_lost',
      message: `The database has removed the log that the replication slot ${name} needs. Resync the pipe, or delete it.`,
    };
  if (!keepsMuch) return undefined;
  return {
    code: 'source_log_retained',
    message: `The database keeps more log than max_wal_size for the replication slot ${name}, because the pipe does not read it. Start the pipe, or delete it, before the disk of the database is full.`,
  };
}
