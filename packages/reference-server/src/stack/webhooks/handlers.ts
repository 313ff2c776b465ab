import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import type { ApiKeyPrincipal, TokenPrincipal } from '../../api/access/principal.ts';
import type { AccessService } from '../../api/access/service.ts';
import { managedHandlers, teamHandlers } from '../base/handlers.ts';
import type { WebhookService } from './service.ts';

type StackWebhookHandlers = Pick<
  ManagementHandlers<ApiKeyPrincipal>,
  'listStackWebhooks' | 'createStackWebhook' | 'getStackWebhook' | 'updateStackWebhook' | 'deleteStackWebhook'
>;

type WebhookHandlers = Pick<
  ObservabilityHandlers<TokenPrincipal>,
  'listWebhooks' | 'createWebhook' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook'
>;

/** The webhook operations of `/v1`: the tenant is the service of the path. */
export function stackWebhookHandlers(access: AccessService, webhooks: WebhookService): StackWebhookHandlers {
  const { list, create, get, update, remove } = managedHandlers(access, webhooks, {
    create: 'createStackWebhook',
    id: 'webhookId',
  });
  return {
    listStackWebhooks: list,
    createStackWebhook: create,
    getStackWebhook: get,
    updateStackWebhook: update,
    deleteStackWebhook: remove,
  };
}

/** The webhook operations of `/api/v2`: the tenant is the team of the token. */
export function webhookHandlers(webhooks: WebhookService): WebhookHandlers {
  const { list, create, get, update, remove } = teamHandlers(webhooks, {
    create: 'createWebhook',
    id: 'webhookId',
  });
  return {
    listWebhooks: list,
    createWebhook: create,
    getWebhook: get,
    updateWebhook: update,
    deleteWebhook: remove,
  };
}
