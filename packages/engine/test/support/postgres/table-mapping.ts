import type { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { EnginePort } from '../../../src/port/engine-port.ts';
import { qualifiedName } from '../../../src/port/names.ts';
import { readRelations } from '../../../src/sources/postgres/relations/read-relations.ts';
import type { Relation } from '../../../src/sources/postgres/relations/relation.ts';
import { ChangeWriter } from '../../../src/sources/postgres/tables/change-writer.ts';
import type { TableMapping } from '../../../src/sources/postgres/tables/mapped-columns.ts';
import { preparePlannedTable } from '../../../src/sources/postgres/tables/prepare-planned-table.ts';
import {
  type PlanSettings,
  planTable,
  type TablePlan,
} from '../../../src/sources/postgres/tables/table-plan.ts';

const SETTINGS: PlanSettings = { replicationMode: 'cdc', allowNullableColumns: true };

async function relationOf(client: Client, table: string): Promise<Relation> {
  const [relation] = await readRelations(client, [{ schema: 'public', table }]);
  if (relation === undefined) throw new Error(`There is no table ${table}.`);
  return relation;
}

/** A table in a database of the engine that has the name of the database of Postgres. */
export async function planOf(
  client: Client,
  mapping: TableMapping,
  settings: Partial<PlanSettings> = {},
): Promise<TablePlan> {
  const relation = await relationOf(client, mapping.sourceTable);
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return planTable(relation, mapping, rows[0]?.name ?? '', { ...SETTINGS, ...settings });
}

/** Creates the tables of plans, and writes changes into them. */
export async function writerOf(
  engine: EnginePort,
  client: Client,
  plans: readonly TablePlan[],
): Promise<ChangeWriter> {
  for (const plan of plans) await preparePlannedTable(engine, 'pipe', plan);
  onTestFinished(async () => {
    for (const { table } of plans) await engine.command({ sql: `DROP TABLE ${qualifiedName(table)}` });
  });
  return new ChangeWriter({
    engine,
    pipeId: 'pipe',
    plans,
    readRelation: async (name) => (await readRelations(client, [name]))[0],
  });
}

/** The rows that a query with FINAL returns, ordered by all columns. */
export async function storedRows(
  engine: EnginePort,
  { table, columns }: TablePlan,
  list = columns.map(({ name }) => `\`${name}\``).join(', '),
): Promise<Record<string, unknown>[]> {
  const result = await engine.query({
    sql: `SELECT ${list} FROM ${qualifiedName(table)} FINAL ORDER BY ALL`,
    settings: { output_format_json_quote_decimals: 1 },
  });
  return result.rows();
}

/** A table of a pipe, as it is now. */
export function planned({ plans }: ChangeWriter, index = 0): TablePlan {
  const plan = plans[index];
  if (plan === undefined) throw new Error('The pipe has no such table.');
  return plan;
}
