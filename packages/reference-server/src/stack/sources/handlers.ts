import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import type { ApiKeyPrincipal, TokenPrincipal } from '../../api/access/principal.ts';
import type { AccessService } from '../../api/access/service.ts';
import { managedHandlers, teamHandlers } from '../base/handlers.ts';
import type { SourceService } from './service.ts';

type StackSourceHandlers = Pick<
  ManagementHandlers<ApiKeyPrincipal>,
  'listStackSources' | 'createStackSource' | 'getStackSource' | 'updateStackSource' | 'deleteStackSource'
>;

type SourceHandlers = Pick<
  ObservabilityHandlers<TokenPrincipal>,
  'listSources' | 'createSource' | 'getSource' | 'updateSource' | 'deleteSource'
>;

/** The source operations of `/v1`: the tenant is the service of the path. */
export function stackSourceHandlers(access: AccessService, sources: SourceService): StackSourceHandlers {
  const { list, create, get, update, remove } = managedHandlers(access, sources, {
    create: 'createStackSource',
    id: 'sourceId',
  });
  return {
    listStackSources: list,
    createStackSource: create,
    getStackSource: get,
    updateStackSource: update,
    deleteStackSource: remove,
  };
}

/** The source operations of `/api/v2`: the tenant is the team of the token. */
export function sourceHandlers(sources: SourceService): SourceHandlers {
  const { list, create, get, update, remove } = teamHandlers(sources, {
    create: 'createSource',
    id: 'sourceId',
  });
  return {
    listSources: list,
    createSource: create,
    getSource: get,
    updateSource: update,
    deleteSource: remove,
  };
}
