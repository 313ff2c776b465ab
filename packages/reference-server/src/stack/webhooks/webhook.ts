import { randomBytes } from 'node:crypto';
import type {
  Webhook as ContractWebhook,
  WebhookCreated as ContractWebhookCreated,
  Readable,
  WebhookCreate,
  Writable,
} from '@penstock/contract';
import { present } from '../base/present.ts';
import type { Content } from '../base/resource.ts';

/** A webhook as answers show it. */
export type Webhook = Readable<ContractWebhook>;
/** A webhook as the answer to its creation shows it. */
export type WebhookCreated = Readable<ContractWebhookCreated>;
export type WebhookBody = Writable<WebhookCreate>;

/** Everything about a webhook that may not be returned (D-51). */
export interface WebhookSecrets {
  readonly headers?: Readonly<Record<string, string>>;
  readonly secret: string;
}

/** A webhook as it is stored. */
export interface StoredWebhook extends Webhook {
  readonly secrets: WebhookSecrets;
}

/** Another webhook of the tenant has the name. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

const SECRET_BYTES = 32;

/** The webhook that a body asks for. Headers and a secret that are left out are kept, as a GET does not have them. */
export function defineWebhook(body: WebhookBody, before: StoredWebhook | undefined): Content<StoredWebhook> {
  const { headers, secret, service = 'generic', ...rest } = body;
  const secrets = {
    headers: headers ?? before?.secrets.headers,
    secret: secret ?? before?.secrets.secret ?? makeSecret(),
  };
  return { ...rest, service, secrets: present(secrets) };
}

/** The webhook without what may not be returned. */
export function showWebhook({ secrets: _secrets, ...webhook }: StoredWebhook): Webhook {
  return webhook;
}

/** The webhook with the secret if the server made it: nobody knows it yet, and nobody can ask for it later. */
export function showNewWebhook(stored: StoredWebhook, body: WebhookBody): WebhookCreated {
  const webhook = showWebhook(stored);
  return body.secret === undefined ? { ...webhook, secret: stored.secrets.secret } : webhook;
}

/** As Standard Webhooks writes one. */
export function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
