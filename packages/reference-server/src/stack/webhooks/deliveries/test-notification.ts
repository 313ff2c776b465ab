import { contractDocument } from '@penstock/contract/documents';
import { readWebhooks } from '@penstock/contract/reader';
import { v7 as uuidv7 } from 'uuid';
import type { Notification } from '../../../worker/deliveries/notification.ts';

/** A `webhook.test` with the sample values of the contract (D-82), for a window that ends now. */
export function testNotification(tenantId: string, now: Date): Notification {
  const { data, ...sample } = SAMPLE;
  const lengthMs = Date.parse(data.windowEnd) - Date.parse(data.windowStart);
  const timestamp = now.toISOString();
  const windowStart = new Date(now.getTime() - lengthMs).toISOString();
  return {
    ...sample,
    eventId: uuidv7(),
    timestamp,
    data: { ...data, windowStart, windowEnd: timestamp, tenantId },
  };
}

const SAMPLE = sampleOf('test');

function sampleOf(name: string): Notification {
  const webhooks = readWebhooks(contractDocument('observability'));
  const { requestBody } = webhooks.find(({ operationId }) => operationId === 'notifyAlert') ?? {};
  const example = requestBody?.content?.['application/json']?.examples?.[name];
  if (example === undefined) throw new Error(`The contract has no example ${name} of a notification.`);
  return example.value as Notification;
}
