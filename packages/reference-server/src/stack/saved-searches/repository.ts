import type { Database } from '../../storage/database.ts';
import { type DocumentRepository, documentRepository, lookedUpBy } from '../base/document-repository.ts';
import type { SavedSearch } from './saved-search.ts';

/** The queries of saved searches. */
export interface SavedSearchRepository extends DocumentRepository<SavedSearch> {
  /** How many saved searches use the source. */
  countOn(tenantId: string, sourceId: string): Promise<number>;
}

export function savedSearchRepository(db: Database): SavedSearchRepository {
  const columns = ({ sourceId }: SavedSearch) => ({ source_id: sourceId });
  return {
    ...documentRepository(db, 'saved_searches', lookedUpBy<SavedSearch, 'saved_searches'>(columns)),
    async countOn(tenantId, sourceId) {
      const { count } = await db
        .selectFrom('saved_searches')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('source_id', '=', sourceId)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
