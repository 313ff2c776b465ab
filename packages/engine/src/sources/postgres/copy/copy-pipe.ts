import { withClient } from '../connection/with-client.ts';
import { planTables } from '../planned-tables.ts';
import type { PostgresWork } from '../postgres-mover.ts';
import { uncopied } from '../progress.ts';
import { readStoredProgress } from '../stored-progress.ts';
import { copyTables } from './copy-tables.ts';

/** Copies the tables of a pipe that were not copied yet. */
export async function copyPipe({ pipe, access, context, signal, moving }: PostgresWork): Promise<void> {
  const { engine, ledger } = context;
  const { source } = access;
  const progress = await readStoredProgress(ledger, pipe);
  const mappings = uncopied(progress.current, source.tableMappings);
  if (mappings.length === 0) return;
  const tables = await withClient(access, (client) => planTables(client, pipe, source, mappings));
  await copyTables({ pipeId: pipe.id, engine, access, progress, moving }, tables, signal);
}
