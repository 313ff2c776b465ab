import { withClient } from '../connection/with-client.ts';
import type { PostgresWork } from '../postgres-mover.ts';
import { madeObjects } from './made-objects.ts';
import { dropPublication } from './publication.ts';
import { dropSlot } from './slot.ts';

/** Drops the publication and the slot that a pipe made. What a request named stays. */
export async function dropMadeObjects({ pipe, access, context }: PostgresWork): Promise<void> {
  const { source } = access;
  const made = madeObjects(pipe, source);
  const { position } = await context.ledger.read(pipe);
  // Nothing was ever made, so the database does not have to respond.
  if (position === undefined || (!made.publication && !made.slot)) return;
  const { publicationName, replicationSlotName } = source.settings;
  await withClient(access, async (client) => {
    if (made.slot && replicationSlotName !== undefined) await dropSlot(client, replicationSlotName);
    if (made.publication) await dropPublication(client, publicationName);
  });
}
