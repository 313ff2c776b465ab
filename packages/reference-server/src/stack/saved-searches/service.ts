import { brokenReferences } from '../base/references.ts';
import { SHOWN_AS_STORED, type StackService, type StackServiceParts, stackService } from '../base/service.ts';
import { defineSavedSearch, type SavedSearch, type SavedSearchBody } from './saved-search.ts';

/** The rules of saved searches. */
export type SavedSearchService = StackService<SavedSearch, SavedSearchBody>;

export function savedSearchService(parts: StackServiceParts): SavedSearchService {
  return stackService<SavedSearch, SavedSearchBody>(parts, {
    ...SHOWN_AS_STORED,
    list: 'savedSearches',
    repository: ({ savedSearches }) => savedSearches,
    check: () => [],
    brokenReferences: (repositories, tenantId, { sourceId }) =>
      brokenReferences(repositories, 'sources', tenantId, [{ pointer: '/sourceId', id: sourceId }]),
    define: defineSavedSearch,
    /** D-42: an alert on a search looks at nothing else. */
    removed: ({ alerts }, { team, id }) => alerts.removeOnSavedSearch(team, id),
  });
}
