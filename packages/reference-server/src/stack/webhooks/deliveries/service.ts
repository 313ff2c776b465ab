import { ProblemError } from '@penstock/server';
import type { AttemptResult } from '../../../worker/deliveries/attempt.ts';
import { clearGone, markGone } from '../../../worker/deliveries/gone-webhooks.ts';
import { insertDelivery } from '../../../worker/deliveries/new-delivery.ts';
import type { Sender } from '../../../worker/deliveries/sender.ts';
import type { Created, RepeatableRequest } from '../../base/idempotency.ts';
import { listName, type Page, type PageRequest, readPage } from '../../base/page.ts';
import { present } from '../../base/present.ts';
import { notFound } from '../../base/problems.ts';
import type { StackServiceParts } from '../../base/service.ts';
import type { WebhookRepository } from '../repository.ts';
import type { Delivery, DeliveryFilter, DeliveryRepository } from './repository.ts';
import { testNotification } from './test-notification.ts';

/** The deliveries of webhooks (D-81). Every method throws a problem 404 if the webhook does not exist in the tenant. */
export interface DeliveryService {
  /** Sends a notification with sample values, once. A success ends that the webhook is gone. */
  test(tenantId: string, webhookId: string, request: RepeatableRequest): Promise<Created<Delivery>>;
  /** Newest first. */
  list(tenantId: string, webhookId: string, query: PageRequest & DeliveryFilter): Promise<Page<Delivery>>;
  get(tenantId: string, webhookId: string, id: string): Promise<Delivery>;
  /** @throws ProblemError 409 if the delivery has attempts left */
  redeliver(
    tenantId: string,
    webhookId: string,
    id: string,
    request: RepeatableRequest,
  ): Promise<Created<Delivery>>;
}

interface Repositories {
  readonly webhooks: Pick<WebhookRepository, 'find'>;
  readonly deliveries: DeliveryRepository;
}

interface DeliveryServiceParts
  extends Pick<
    StackServiceParts<Repositories>,
    'repositories' | 'repositoriesOn' | 'idempotency' | 'cursors'
  > {
  readonly send: Sender;
  /** Notifies the worker of this process of due deliveries. */
  readonly wake: () => void;
}

export function deliveryService({
  repositories: { webhooks, deliveries },
  repositoriesOn,
  idempotency,
  cursors,
  send,
  wake,
}: DeliveryServiceParts): DeliveryService {
  const requireWebhook = async (tenantId: string, webhookId: string) => {
    const found = await webhooks.find(tenantId, webhookId);
    if (found === undefined) throw notFound();
    return found.resource;
  };

  return {
    async test(tenantId, webhookId, request) {
      const receiver = await requireWebhook(tenantId, webhookId);
      const { url } = receiver;
      const message = testNotification(tenantId, new Date());
      let sent: AttemptResult;
      return idempotency.once(request, {
        async prepare() {
          sent = await send(receiver, message);
        },
        async create(transaction) {
          const contacted = { tenantId, webhookId, url };
          const id = await insertDelivery(transaction, { tenantId, webhookId, message }, sent);
          if (id === undefined) throw notFound();
          if (sent.goneUrl !== undefined) await markGone(transaction, contacted, sent.attempt.attemptedAt);
          if (sent.conclusion === 'delivered') await clearGone(transaction, contacted);
          return (await repositoriesOn(transaction).deliveries.find(tenantId, webhookId, id)) as Delivery;
        },
      });
    },

    async list(tenantId, webhookId, { limit, cursor, ...filter }) {
      await requireWebhook(tenantId, webhookId);
      const name = listName(`deliveries/${webhookId}`, tenantId, filter);
      return readPage(cursors, name, present({ limit, cursor }), {
        sizes: (count, afterId) => deliveries.sizes(tenantId, webhookId, filter, count, afterId),
        read: (count, afterId) => deliveries.list(tenantId, webhookId, filter, count, afterId),
      });
    },

    async get(tenantId, webhookId, id) {
      const delivery = await deliveries.find(tenantId, webhookId, id);
      if (delivery === undefined) throw notFound();
      return delivery;
    },

    async redeliver(tenantId, webhookId, id, request) {
      const redelivered = await idempotency.once(request, {
        async create(transaction) {
          const on = repositoriesOn(transaction).deliveries;
          const before = await on.find(tenantId, webhookId, id);
          if (before === undefined) throw notFound();
          if (before.state === 'pending') throw pending();
          await on.sendAgain(id);
          return (await on.find(tenantId, webhookId, id)) as Delivery;
        },
      });
      wake();
      return redelivered;
    },
  };
}

function pending(): ProblemError {
  return new ProblemError({
    code: 'delivery_pending',
    detail:
      'The delivery is pending, and its next attempt follows at `nextAttemptAt`. Wait until it is delivered or failed.',
  });
}
