import { contractDocument } from '@penstock/contract/documents';
import { readWebhooks } from '@penstock/contract/reader';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { webhookRepository } from '../../src/stack/webhooks/repository.ts';
import type { StoredWebhook } from '../../src/stack/webhooks/webhook.ts';
import type { Schema } from '../../src/storage/schema.ts';
import type { Notification } from '../../src/worker/deliveries/notification.ts';
import { NOW, VAULT } from './stored-pipes.ts';

export const TENANT = 'tenant-1';
export const SECRET = 'whsec_ZXhhbXBsZS1vbmx5LW5vdC1hLXJlYWwtc2VjcmV0';

/** Stores a webhook and returns it. */
export async function storeWebhook(
  db: Kysely<Schema>,
  { secrets, ...given }: Partial<StoredWebhook> = {},
  vault = VAULT,
): Promise<StoredWebhook> {
  const id = uuidv7();
  const resource: StoredWebhook = {
    id,
    name: `Webhook ${id}`,
    service: 'generic',
    url: 'https://hooks.example.net/on-call',
    team: TENANT,
    ...given,
    createdAt: NOW,
    updatedAt: NOW,
    secrets: { secret: SECRET, ...secrets },
  };
  await webhookRepository(db, vault).insert({ resource, version: 1 });
  return resource;
}

/** A notification of the contract, with an event of its own. */
export function notification(example = 'firing'): Notification {
  const webhooks = readWebhooks(contractDocument('observability'));
  const { requestBody } = webhooks.find(({ operationId }) => operationId === 'notifyAlert') ?? {};
  const found = requestBody?.content?.['application/json']?.examples?.[example];
  return { ...(found?.value as Notification), eventId: uuidv7() };
}
