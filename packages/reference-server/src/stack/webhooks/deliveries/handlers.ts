import type { OperationId } from '@penstock/contract';
import { type Envelope, managementEnvelope, observabilityEnvelope } from '../../base/envelopes.ts';
import { type Created, repeatable } from '../../base/idempotency.ts';
import type { PageRequest } from '../../base/page.ts';
import { pageResponse } from '../../base/page-response.ts';
import type { TenantContext } from '../../base/tenant.ts';
import type { Delivery, DeliveryFilter } from './repository.ts';
import type { DeliveryService } from './service.ts';

interface WebhookRequest {
  readonly params: { readonly webhookId: string };
}

interface DeliveryRequest {
  readonly params: { readonly webhookId: string; readonly deliveryId: string };
}

interface ListRequest extends WebhookRequest {
  readonly query: PageRequest & DeliveryFilter;
}

interface KeyedRequest {
  readonly headers: { readonly 'Idempotency-Key'?: string };
}

/** The operations of the deliveries of webhooks, on both surfaces. */
export function deliveryHandlers(service: DeliveryService) {
  const managed = handlersOf(service, managementEnvelope<Delivery, Delivery>(), {
    test: 'testStackWebhook',
    redeliver: 'redeliverStackWebhook',
  });
  const observed = handlersOf(service, observabilityEnvelope<Delivery, Delivery>(), {
    test: 'testWebhook',
    redeliver: 'redeliverWebhook',
  });
  return {
    management: {
      listStackWebhookDeliveries: managed.list,
      getStackWebhookDelivery: managed.get,
      testStackWebhook: managed.test,
      redeliverStackWebhook: managed.redeliver,
    },
    observability: {
      listWebhookDeliveries: observed.list,
      getWebhookDelivery: observed.get,
      testWebhook: observed.test,
      redeliverWebhook: observed.redeliver,
    },
  };
}

function handlersOf<ListBody, ItemBody, CreatedBody, DeletedBody>(
  service: DeliveryService,
  envelope: Envelope<Delivery, Delivery, ListBody, ItemBody, CreatedBody, DeletedBody>,
  ids: Readonly<Record<'test' | 'redeliver', OperationId>>,
) {
  const ok = 200 as const;
  const sent = ({ value, replayed }: Created<Delivery>, context: TenantContext) => ({
    status: ok,
    ...(replayed && { headers: { 'Idempotency-Replayed': 'true' as const } }),
    body: envelope.item(value, context),
  });
  return {
    async list({ params, query }: ListRequest, context: TenantContext) {
      const page = await service.list(context.tenantId, params.webhookId, query);
      return pageResponse(page, (part) => envelope.list(part, query, context), envelope.itemsOf);
    },
    async get({ params }: DeliveryRequest, context: TenantContext) {
      const delivery = await service.get(context.tenantId, params.webhookId, params.deliveryId);
      return { status: ok, body: envelope.item(delivery, context) };
    },
    async test({ params, headers }: WebhookRequest & KeyedRequest, context: TenantContext) {
      const request = repeatable(ids.test, context, headers, params.webhookId);
      return sent(await service.test(context.tenantId, params.webhookId, request), context);
    },
    async redeliver({ params, headers }: DeliveryRequest & KeyedRequest, context: TenantContext) {
      const { webhookId, deliveryId } = params;
      const request = repeatable(ids.redeliver, context, headers, { webhookId, deliveryId });
      return sent(await service.redeliver(context.tenantId, webhookId, deliveryId, request), context);
    },
  };
}
