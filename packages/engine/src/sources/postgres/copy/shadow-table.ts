import type { EnginePort, TableName } from '../../../port/engine-port.ts';
import { quoteText } from '../../../port/names.ts';
import { findTable } from '../../../tables/existing-table.ts';
import {
  alterTable,
  createTableLike,
  dropTable,
  exchangeTables,
  storageOf,
} from '../../../tables/table-statements.ts';

export const SHADOW_SUFFIX = '_pipe_resync';

/** The table that gets the rows of a table until the copy is complete. */
export function shadowOf({ database, table }: TableName): TableName {
  return { database, table: `${table}${SHADOW_SUFFIX}` };
}

/** The comment of a shadow, by which it is recognized under the name of the destination. */
function shadowComment(pipeId: string, run: number): string {
  return `Filled by the pipe ${pipeId}, copy ${run}`;
}

/** Creates an empty table like the destination. A shadow of the same copy stays, with its rows. */
export async function prepareShadow(
  engine: EnginePort,
  pipeId: string,
  table: TableName,
  run: number,
): Promise<void> {
  const shadow = shadowOf(table);
  const existing = await findTable(engine, shadow);
  const comment = shadowComment(pipeId, run);
  if (existing?.comment === comment) return;
  if (existing !== undefined) await engine.command(dropTable(shadow, storageOf(engine)));
  await engine.command(createTableLike(shadow, table, comment, storageOf(engine)));
}

/** Replaces the destination by the shadow, and drops the old table. It may be called again after a crash. */
export async function publishShadow(
  engine: EnginePort,
  pipeId: string,
  table: TableName,
  run: number,
): Promise<void> {
  const shadow = shadowOf(table);
  const comment = shadowComment(pipeId, run);
  if ((await findTable(engine, shadow))?.comment === comment)
    await engine.command(exchangeTables(table, shadow, storageOf(engine)));
  const previous = await findTable(engine, shadow);
  if (previous === undefined) return;
  if ((await findTable(engine, table))?.comment === comment)
    await engine.command(
      alterTable(table, [`MODIFY COMMENT ${quoteText(previous.comment)}`], storageOf(engine)),
    );
  await engine.command(dropTable(shadow, storageOf(engine)));
}
