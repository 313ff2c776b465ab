import type { QueriedSource } from '@penstock/engine';
import { ProblemError } from '@penstock/server';
import type { DatabaseOwners } from '../../storage/database-owners.ts';
import type { Source } from '../sources/source.ts';

/**
 * A source of a tenant that can be queried. The sources of a tenant change their databases rarely; who may read those can change at any
 * time.
 *
 * @throws ProblemError 409 if the tenant may not read the database
 */
export async function openSource(
  { prefixFor }: Pick<DatabaseOwners, 'prefixFor'>,
  tenantId: string,
  source: Source,
): Promise<QueriedSource> {
  const databasePrefix = await prefixFor(tenantId, source.from.databaseName);
  if (databasePrefix !== undefined) return { source, databasePrefix };
  throw new ProblemError({
    code: 'source_not_ready',
    detail:
      'The database of the source belongs to a service that this tenant cannot read. Use another database, or ask an operator to link the team to the service.',
  });
}
