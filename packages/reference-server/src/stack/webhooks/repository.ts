import type { Database } from '../../storage/database.ts';
import type { Vault } from '../../storage/encryption.ts';
import { sealedLocation } from '../../storage/sealed-columns.ts';
import { breaksUnique } from '../../storage/unique.ts';
import type { WebhookSecrets } from '../../worker/deliveries/receiver.ts';
import { type DocumentRepository, documentRepository } from '../base/document-repository.ts';
import { contentOf } from '../base/resource.ts';
import { NameTaken, type StoredWebhook } from './webhook.ts';

export type WebhookRepository = DocumentRepository<StoredWebhook>;

export function webhookRepository(db: Database, vault: Vault): WebhookRepository {
  const documents = documentRepository<StoredWebhook, 'webhooks'>(db, 'webhooks', {
    write: (webhook) => {
      const { secrets, ...document } = contentOf(webhook);
      const location = sealedLocation('webhooks', { tenant_id: webhook.team, id: webhook.id });
      return { document, columns: { name: webhook.name, secrets: vault.seal(secrets, location) } };
    },
    read: (document, row) => ({
      ...(document as Omit<ReturnType<typeof contentOf<StoredWebhook>>, 'secrets'>),
      secrets: vault.open(row.secrets, sealedLocation('webhooks', row)) as WebhookSecrets,
    }),
  });
  return {
    ...documents,
    insert: (stored) => namingTaken(documents.insert(stored)),
    replace: (stored, readVersion) => namingTaken(documents.replace(stored, readVersion)),
  };
}

async function namingTaken<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (breaksUnique(error, 'webhooks_by_name', 'webhooks.name')) throw new NameTaken();
    throw error;
  }
}
