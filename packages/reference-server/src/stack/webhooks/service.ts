import { ProblemError } from '@penstock/server';
import { rejectInvalid, rejectUsed } from '../base/problems.ts';
import { type StackService, type StackServiceParts, stackService } from '../base/service.ts';
import type { DeliveryRepository } from './deliveries/repository.ts';
import type { WebhookRepository } from './repository.ts';
import type { CheckTarget } from './target.ts';
import { checkTemplate } from './template.ts';
import {
  createdViewOf,
  defineWebhook,
  NameTaken,
  viewOf,
  type Webhook,
  type WebhookBody,
  type WebhookCreated,
} from './webhook.ts';

interface Repositories {
  readonly webhooks: WebhookRepository;
  readonly deliveries: Pick<DeliveryRepository, 'moveHost'>;
  readonly alerts: { countOnWebhook(tenantId: string, webhookId: string): Promise<number> };
}

/** The rules of webhooks. */
export type WebhookService = StackService<Webhook, WebhookBody, object, WebhookCreated>;

export function webhookService(
  parts: StackServiceParts<Repositories>,
  checkTarget: CheckTarget,
): WebhookService {
  const service: WebhookService = stackService(parts, {
    list: 'webhooks',
    alsoOwned: ['goneAt'],
    repository: ({ webhooks }) => webhooks,
    check: checkTemplate,
    /** An accepted URL is not checked again here; every delivery checks it. */
    async inspect(tenantId, { url }, before) {
      if (url !== before?.url) rejectInvalid(await checkTarget(tenantId, '/url', url));
    },
    define: defineWebhook,
    async replaced({ deliveries }, { team, id, url }, before) {
      if (url !== before.url) await deliveries.moveHost(team, id, url);
    },
    /** D-42: a webhook cannot be deleted while alerts use it. */
    async removed({ alerts }, { team, id }) {
      const count = await alerts.countOnWebhook(team, id);
      rejectUsed('webhook', [{ count, one: 'alert', many: 'alerts' }]);
    },
    view: viewOf,
    createdView: createdViewOf,
  });
  return {
    ...service,
    create: (...request) => service.create(...request).catch(rejectTakenName),
    replace: (...request) => service.replace(...request).catch(rejectTakenName),
  };
}

/** D-51: names are unique in a tenant. Only the database can check this for parallel requests. */
function rejectTakenName(error: unknown): never {
  if (!(error instanceof NameTaken)) throw error;
  throw new ProblemError({
    code: 'name_taken',
    detail: 'Another webhook of this tenant has this name. Choose another name.',
    errors: [{ pointer: '/name', code: 'already_exists', message: 'is the name of another webhook' }],
  });
}
