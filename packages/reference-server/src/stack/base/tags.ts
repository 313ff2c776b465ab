import { columnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import type { TagTable } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { DocumentRepository } from './document-repository.ts';
import type { Owned } from './resource.ts';

interface Tagged extends Owned {
  readonly tags: readonly string[];
}

/** The filters of the lists of resources with names and tags (D-06). */
export interface TagFilter {
  /** The beginning of the name. */
  readonly name?: string;
  readonly tag?: string;
}

/** A repository that also stores the tags of its resources, so that they are found without reading every resource. */
export function withTags<Resource extends Tagged, Filter>(
  db: Database,
  table: 'dashboard_tags' | 'saved_search_tags',
  repositoryOn: (db: Database) => DocumentRepository<Resource, Filter>,
): DocumentRepository<Resource, Filter> {
  return {
    ...repositoryOn(db),
    insert: (stored) =>
      inTransaction(db, async (transaction) => {
        await repositoryOn(transaction).insert(stored);
        await writeTags(transaction, table, stored.resource);
      }),
    replace: (stored, readVersion) =>
      inTransaction(db, async (transaction) => {
        if (!(await repositoryOn(transaction).replace(stored, readVersion))) return false;
        await writeTags(transaction, table, stored.resource);
        return true;
      }),
  };
}

async function writeTags(
  transaction: Database,
  table: 'dashboard_tags' | 'saved_search_tags',
  { team: tenant_id, id: resource_id, tags }: Tagged,
): Promise<void> {
  await transaction
    .deleteFrom(table)
    .where('tenant_id', '=', tenant_id)
    .where('resource_id', '=', resource_id)
    .execute();
  const rows: TagTable[] = [...new Set(tags)].map((tag) => ({
    tenant_id,
    resource_id,
    tag: columnText(tag),
  }));
  if (rows.length > 0) await transaction.insertInto(table).values(rows).execute();
}
