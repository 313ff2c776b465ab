import { type ResourceHandlers, resourceHandlers } from '../base/handlers.ts';
import type { SavedSearchService } from './service.ts';

export const savedSearchHandlers = (
  savedSearches: SavedSearchService,
): ResourceHandlers<'SavedSearch', 'SavedSearches'> =>
  resourceHandlers({ one: 'SavedSearch', many: 'SavedSearches', id: 'savedSearchId' }, savedSearches);
