import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import type { ApiKeyPrincipal, TokenPrincipal } from '../../api/access/principal.ts';
import type { AccessService } from '../../api/access/service.ts';
import { managedHandlers, teamHandlers } from '../base/handlers.ts';
import type { SavedSearchService } from './service.ts';

type StackSavedSearchHandlers = Pick<
  ManagementHandlers<ApiKeyPrincipal>,
  | 'listStackSavedSearches'
  | 'createStackSavedSearch'
  | 'getStackSavedSearch'
  | 'updateStackSavedSearch'
  | 'deleteStackSavedSearch'
>;

type SavedSearchHandlers = Pick<
  ObservabilityHandlers<TokenPrincipal>,
  'listSavedSearches' | 'createSavedSearch' | 'getSavedSearch' | 'updateSavedSearch' | 'deleteSavedSearch'
>;

/** The saved search operations of `/v1`: the tenant is the service of the path. */
export function stackSavedSearchHandlers(
  access: AccessService,
  savedSearches: SavedSearchService,
): StackSavedSearchHandlers {
  const { list, create, get, update, remove } = managedHandlers(access, savedSearches, {
    create: 'createStackSavedSearch',
    id: 'savedSearchId',
  });
  return {
    listStackSavedSearches: list,
    createStackSavedSearch: create,
    getStackSavedSearch: get,
    updateStackSavedSearch: update,
    deleteStackSavedSearch: remove,
  };
}

/** The saved search operations of `/api/v2`: the tenant is the team of the token. */
export function savedSearchHandlers(savedSearches: SavedSearchService): SavedSearchHandlers {
  const { list, create, get, update, remove } = teamHandlers(savedSearches, {
    create: 'createSavedSearch',
    id: 'savedSearchId',
  });
  return {
    listSavedSearches: list,
    createSavedSearch: create,
    getSavedSearch: get,
    updateSavedSearch: update,
    deleteSavedSearch: remove,
  };
}
