import { ProblemError } from '@penstock/server';
import { refuseInvalid, refuseUsed } from '../base/problems.ts';
import { type StackService, type StackServiceParts, stackService } from '../base/service.ts';
import { checkHeaders } from './headers.ts';
import type { WebhookRepository } from './repository.ts';
import type { CheckTarget } from './target.ts';
import {
  defineWebhook,
  NameTaken,
  showNewWebhook,
  showWebhook,
  type Webhook,
  type WebhookBody,
  type WebhookCreated,
} from './webhook.ts';

interface Repositories {
  readonly webhooks: WebhookRepository;
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
    repository: ({ webhooks }) => webhooks,
    check: checkHeaders,
    /** An address that was accepted stays; every delivery checks it again. */
    async inspect({ url }, before) {
      if (url !== before?.url) refuseInvalid(await checkTarget('/url', url));
    },
    define: defineWebhook,
    /** D-42: a webhook cannot be deleted while alerts use it. */
    async removed({ alerts }, { team, id }) {
      const count = await alerts.countOnWebhook(team, id);
      refuseUsed('webhook', [{ count, one: 'alert', many: 'alerts' }]);
    },
    show: showWebhook,
    showNew: showNewWebhook,
  });
  return {
    ...service,
    create: (...request) => service.create(...request).catch(refuseTakenName),
    replace: (...request) => service.replace(...request).catch(refuseTakenName),
  };
}

/** D-51: names are unique in a tenant, which the database alone can tell when two come at once. */
function refuseTakenName(error: unknown): never {
  if (!(error instanceof NameTaken)) throw error;
  throw new ProblemError({
    code: 'name_taken',
    detail: 'Another webhook of this tenant has this name. Choose another one.',
    errors: [{ pointer: '/name', code: 'already_exists', message: 'is the name of another webhook' }],
  });
}
