import type { PipeSchema, Readable } from '@penstock/contract';
import type { PostgresAccess } from '../connection/postgres-access.ts';
import { withClient } from '../connection/with-client.ts';
import { requireRelations } from '../planned-tables.ts';
import { planTable } from '../tables/table-plan.ts';

/** The tables of a source with the columns that they get in the engine (D-72), from the catalog. @throws PipeError */
export async function discoverTables(access: PostgresAccess): Promise<Readable<PipeSchema>> {
  const { source } = access;
  const mapped = await withClient(access, (client) => requireRelations(client, source, source.tableMappings));
  // A table without a key cannot be followed, and has columns as well.
  const settings = { ...source.settings, replicationMode: 'snapshot' as const };
  const tables = mapped.map(([mapping, relation]) => {
    const { sourceSchemaName, sourceTable } = mapping;
    // The columns do not depend on the database of the engine.
    const { columns } = planTable(relation, mapping, '', settings);
    return { sourceSchemaName, sourceTable, columns: columns.map(({ name, type }) => ({ name, type })) };
  });
  return { tables, sampledRows: 0 };
}
