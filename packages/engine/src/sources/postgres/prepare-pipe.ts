import { deliveryGuaranteeOf } from '../../compile/delivery-guarantee.ts';
import type { ReachedState } from '../../pipe-runtime.ts';
import { destinationFailure } from '../../writer/engine-failure.ts';
import { withClient } from './connection/with-client.ts';
import { type PlannedTable, planTables } from './planned-tables.ts';
import type { PostgresWork } from './postgres-mover.ts';
import { uncopied, withoutUnmapped } from './progress.ts';
import { checkServer } from './replication/check-server.ts';
import { preparePublication } from './replication/publication.ts';
import { checkNamedObjects, publicationOf } from './replication/set-up.ts';
import { readStoredProgress } from './stored-progress.ts';
import { preparePlannedTable } from './tables/prepare-planned-table.ts';

/** Checks the database, and creates the tables in the engine. Nothing is made in the database before all tables were checked. */
export async function preparePipe(work: PostgresWork): Promise<ReachedState> {
  const { pipe, access, context } = work;
  const { source } = access;
  const planned = await withClient(access, async (client) => {
    await checkServer(client, source);
    const tables = await planTables(client, pipe, source, source.tableMappings);
    await checkNamedObjects(client, pipe, source);
    return tables;
  });
  for (const table of planned) await prepareTable(work, table);
  const { position } = await context.ledger.read(pipe);
  if (pipe.state === 'Modifying' && position !== undefined) await forgetUnmapped(work);
  return { deliveryGuarantee: deliveryGuaranteeOf(pipe.definition) };
}

async function prepareTable({ pipe, context }: PostgresWork, { plan }: PlannedTable): Promise<void> {
  try {
    await preparePlannedTable(context.engine, pipe.id, plan);
  } catch (error) {
    throw destinationFailure(error, plan.table, 'be set up');
  }
}

/** Tables that are no longer mapped leave the publication. Added ones come in with the next set-up, which also copies them. */
async function forgetUnmapped({ pipe, access, context }: PostgresWork): Promise<void> {
  const { source } = access;
  const progress = await readStoredProgress(context.ledger, pipe);
  const kept = withoutUnmapped(progress.current, source.tableMappings);
  if (Object.keys(kept.tables).length === Object.keys(progress.current.tables).length) return;
  const publication = publicationOf(pipe, source);
  const hasNew = uncopied(kept, source.tableMappings).length > 0;
  if (publication?.made === true && !hasNew)
    await withClient(access, (client) => preparePublication(client, publication));
  await progress.change((current) => withoutUnmapped(current, source.tableMappings));
}
