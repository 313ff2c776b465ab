import type { Database } from '../../storage/database.ts';
import { type DocumentRepository, documentRepository, lookedUpBy } from '../base/document-repository.ts';
import { type TagFilter, withTags } from '../base/tags.ts';
import type { SavedSearch } from './saved-search.ts';

/** The queries of saved searches. */
export interface SavedSearchRepository extends DocumentRepository<SavedSearch, TagFilter> {
  /** How many saved searches use the source. */
  countOn(tenantId: string, sourceId: string): Promise<number>;
}

export function savedSearchRepository(db: Database): SavedSearchRepository {
  const columns = ({ name, sourceId }: SavedSearch) => ({ name, source_id: sourceId });
  const documents = (on: Database) =>
    documentRepository(on, 'saved_searches', lookedUpBy<SavedSearch, 'saved_searches'>(columns));
  return {
    ...withTags(db, 'saved_search_tags', documents),
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
