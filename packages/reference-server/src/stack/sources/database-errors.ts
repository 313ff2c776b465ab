import { isReservedDatabase } from '@penstock/engine';
import type { ErrorEntry } from '@penstock/server';
import type { DatabaseOwners } from '../../storage/database-owners.ts';
import { notApplicable } from '../base/error-entries.ts';
import { broken } from '../base/references.ts';

/** The errors of the database of a source: the engine has the databases of all tenants, and its own. */
export async function databaseErrors(
  databases: Pick<DatabaseOwners, 'prefixFor'>,
  tenantId: string,
  pointer: string,
  database: string,
): Promise<ErrorEntry[]> {
  const prefix = await databases.prefixFor(tenantId, database);
  if (prefix === undefined) return [broken(pointer, 'must be the name of a database that you may read')];
  if (!isReservedDatabase(`${prefix}${database}`)) return [];
  return [notApplicable(pointer, 'must not be a database of the engine itself')];
}
