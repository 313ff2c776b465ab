import type { Client } from 'pg';
import { PipeError, type TenantPipe } from '../../pipe-runtime.ts';
import { describeDatabase } from './connection/postgres-access.ts';
import { qualifiedRelation } from './relations/quote-identifier.ts';
import { readRelations } from './relations/read-relations.ts';
import type { Relation, RelationName } from './relations/relation.ts';
import type { PostgresSource, TableMapping } from './tables/mapped-columns.ts';
import { planTable, type TablePlan } from './tables/table-plan.ts';

/** A mapping with the plan of its table. */
export interface PlannedTable {
  readonly mapping: TableMapping;
  readonly plan: TablePlan;
}

export function relationName({ sourceSchemaName, sourceTable }: TableMapping): RelationName {
  return { schema: sourceSchemaName, table: sourceTable };
}

/** Plans tables of a pipe. @throws PipeError if one does not exist or cannot be copied */
export async function planTables(
  client: Client,
  pipe: Pick<TenantPipe, 'definition' | 'databasePrefix'>,
  source: PostgresSource,
  mappings: readonly TableMapping[],
): Promise<PlannedTable[]> {
  const database = `${pipe.databasePrefix}${pipe.definition.destination.database}`;
  const mapped = await requireRelations(client, source, mappings);
  return mapped.map(([mapping, relation]) => ({
    mapping,
    plan: planTable(relation, mapping, database, source.settings),
  }));
}

/** The tables of mappings. @throws PipeError if one does not exist */
export async function requireRelations(
  client: Client,
  source: PostgresSource,
  mappings: readonly TableMapping[],
): Promise<(readonly [TableMapping, Relation])[]> {
  const relations = await readRelations(client, mappings.map(relationName));
  return mappings.map((mapping, index) => {
    const relation = relations[index];
    if (relation === undefined)
      throw new PipeError(
        'source_not_found',
        `The table ${qualifiedRelation(relationName(mapping))} does not exist in the database ${describeDatabase(source)}. Create it, or remove its mapping.`,
      );
    return [mapping, relation] as const;
  });
}
