import type { Client } from 'pg';
import type { DefinitionError, SampleVerdict } from '../../../pipe-runtime.ts';
import type { PostgresAccess } from '../connection/postgres-access.ts';
import { withClient } from '../connection/with-client.ts';
import { relationName } from '../planned-tables.ts';
import { qualifiedRelation } from '../relations/quote-identifier.ts';
import { readRelations } from '../relations/read-relations.ts';
import type { Relation } from '../relations/relation.ts';
import type { TableMapping } from '../tables/mapped-columns.ts';
import { mappingProblems } from '../tables/mapping-problems.ts';

/** Postgres rejects a statement that the user may not run. */
const NOT_ALLOWED = '42501';

/** Reads a row of each table, and examines whether the tables can be copied as the pipe requires (D-27). */
export async function sampleTables(access: PostgresAccess): Promise<SampleVerdict> {
  const { tableMappings, settings } = access.source;
  const needsChanges = settings.replicationMode !== 'snapshot';
  return withClient(access, async (client) => {
    const relations = await readRelations(client, tableMappings.map(relationName));
    const errors: DefinitionError[] = [];
    for (const [index, mapping] of tableMappings.entries())
      for (const message of await problemsOf(client, mapping, relations[index], needsChanges))
        errors.push({ pointer: `/source/postgres/tableMappings/${index}`, message });
    return { read: true, errors };
  });
}

async function problemsOf(
  client: Client,
  mapping: TableMapping,
  relation: Relation | undefined,
  needsChanges: boolean,
): Promise<string[]> {
  if (relation === undefined) return ['is not a table of the database'];
  const problems = mappingProblems(relation, mapping, needsChanges);
  if (problems.length > 0) return problems.map((problem) => `cannot be copied: ${problem}`);
  try {
    await client.query(`SELECT FROM ${qualifiedRelation(relation)} LIMIT 1`);
    return [];
  } catch (error) {
    if ((error as { readonly code?: string }).code !== NOT_ALLOWED) throw error;
    return ['cannot be read by the user of the pipe; grant SELECT on the table'];
  }
}
