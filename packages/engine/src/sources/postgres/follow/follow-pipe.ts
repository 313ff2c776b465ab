import type pg from 'pg';
import { PipeError } from '../../../pipe-runtime.ts';
import type { Lag } from '../../../writer/ledger.ts';
import { openChangeStream } from '../changes/change-stream.ts';
import { parseLsn } from '../changes/lsn.ts';
import { openClient, withClient } from '../connection/with-client.ts';
import { planTables } from '../planned-tables.ts';
import type { PostgresWork } from '../postgres-mover.ts';
import { readProgress } from '../progress.ts';
import { readRelations } from '../relations/read-relations.ts';
import { retainedLogBytes } from '../replication/examine-slot.ts';
import { madeObjects } from '../replication/made-objects.ts';
import { rejectLost } from '../replication/set-up.ts';
import { findSlot, freeSlot } from '../replication/slot.ts';
import { ChangeWriter } from '../tables/change-writer.ts';
import { followChanges } from './follow-changes.ts';

/** Follows the changes of the tables of a pipe, until the signal is aborted. */
export async function followPipe(work: PostgresWork): Promise<void> {
  const { pipe, access, context, signal, moving } = work;
  const { engine, ledger } = context;
  const { source } = access;
  const { replicationSlotName: slot = '', publicationName: publication } = source.settings;
  const { position } = await ledger.read(pipe);
  const { stream: start } = readProgress(position);
  if (start === undefined)
    throw new PipeError(
      'position_lost',
      'It is not known which changes the pipe has read, because it never replicated. Resync the pipe.',
    );
  const tables = await withClient(access, async (client) => {
    rejectLost(slot, await findSlot(client, slot));
    if (madeObjects(pipe, source).slot) await freeSlot(client, slot);
    return planTables(client, pipe, source, source.tableMappings);
  });
  const client = await openClient(access, { replication: 'database' } as pg.ClientConfig);
  const stream = openChangeStream(client, { slot, publication, after: parseLsn(start.lsn) });
  const writer = new ChangeWriter({
    engine,
    pipeId: pipe.id,
    plans: tables.map(({ plan }) => plan),
    readRelation: (name) => withClient(access, async (other) => (await readRelations(other, [name]))[0]),
  });
  try {
    const { syncIntervalSeconds, pullBatchSize } = source.settings;
    const parts = { pipe, ledger, stream, writer, observe: slotObserver(work, slot) };
    await followChanges({ ...parts, syncIntervalSeconds, pullBatchSize }, signal, moving);
  } finally {
    await stream.close().catch(() => {});
  }
}

const OBSERVED_MS = 30_000;

/** Reads how much of the log the database keeps for the slot, not more often than necessary. */
function slotObserver({ access }: PostgresWork, slot: string): () => Promise<Lag> {
  let observedAt = Number.NEGATIVE_INFINITY;
  let lag: Lag = {};
  return async () => {
    if (performance.now() - observedAt < OBSERVED_MS) return lag;
    observedAt = performance.now();
    const found = await withClient(access, (client) => findSlot(client, slot));
    rejectLost(slot, found);
    lag = { retainedLogBytes: retainedLogBytes(found) };
    return lag;
  };
}
