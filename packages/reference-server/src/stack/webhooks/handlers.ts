import { type ResourceHandlers, resourceHandlers } from '../base/handlers.ts';
import type { WebhookService } from './service.ts';

export const webhookHandlers = (webhooks: WebhookService): ResourceHandlers<'Webhook', 'Webhooks'> =>
  resourceHandlers({ one: 'Webhook', many: 'Webhooks', id: 'webhookId' }, webhooks);
