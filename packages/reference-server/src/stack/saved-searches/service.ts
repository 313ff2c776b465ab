import { brokenRowSources, type QueriedSources } from '../base/queried-source.ts';
import { type StackService, type StackServiceParts, stackService, VIEW_AS_STORED } from '../base/service.ts';
import type { TagFilter } from '../base/tags.ts';
import type { SavedSearchRepository } from './repository.ts';
import { defineSavedSearch, type SavedSearch, type SavedSearchBody } from './saved-search.ts';

/** The rules of saved searches. */
export type SavedSearchService = StackService<SavedSearch, SavedSearchBody, TagFilter>;

interface Repositories {
  readonly savedSearches: SavedSearchRepository;
  readonly sources: QueriedSources;
  readonly alerts: { removeOnSavedSearch(tenantId: string, savedSearchId: string): Promise<void> };
}

export function savedSearchService(parts: StackServiceParts<Repositories>): SavedSearchService {
  return stackService<Repositories, SavedSearch, SavedSearchBody, TagFilter>(parts, {
    ...VIEW_AS_STORED,
    list: 'savedSearches',
    repository: ({ savedSearches }) => savedSearches,
    check: () => [],
    brokenReferences: async ({ sources }, tenantId, { sourceId: id }) =>
      brokenRowSources(await sources.findMany(tenantId, [id]), [{ pointer: '/sourceId', id }]),
    define: defineSavedSearch,
    /** D-42: the alerts on a saved search are deleted with it. */
    removed: ({ alerts }, { team, id }) => alerts.removeOnSavedSearch(team, id),
  });
}
