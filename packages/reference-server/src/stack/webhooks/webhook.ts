import { randomBytes } from 'node:crypto';
import type {
  Webhook as ContractWebhook,
  WebhookCreated as ContractWebhookCreated,
  Readable,
  WebhookCreate,
  Writable,
} from '@penstock/contract';
import type { WebhookSecrets } from '../../worker/deliveries/receiver.ts';
import { present } from '../base/present.ts';
import type { Content } from '../base/resource.ts';

/** A webhook in responses. */
export type Webhook = Readable<ContractWebhook>;
/** A webhook in the response to its creation. */
export type WebhookCreated = Readable<ContractWebhookCreated>;
export type WebhookBody = Writable<WebhookCreate>;

/** A webhook as it is stored. */
export interface StoredWebhook extends Webhook {
  readonly secrets: WebhookSecrets;
}

/** Another webhook of the tenant has the name. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

const SECRET_BYTES = 32;
/** The time in which the previous secret signs as well (D-94). */
const PREVIOUS_MS = 24 * 60 * 60 * 1000;

/** The webhook of a body. Omitted headers and secrets are kept, because a GET does not return them. */
export function defineWebhook(body: WebhookBody, before: StoredWebhook | undefined): Content<StoredWebhook> {
  const { headers, secret, service = 'generic', ...rest } = body;
  const secrets = {
    headers: headers ?? before?.secrets.headers,
    ...(before === undefined ? { secret: secret ?? makeSecret() } : changedSecret(before.secrets, secret)),
  };
  return { ...rest, service, ...present({ goneAt: goneAt(body, before) }), secrets: present(secrets) };
}

/** A replaced secret signs for some time longer, so that the receiver can be changed after the webhook. */
function changedSecret({ secret, previous }: WebhookSecrets, changed = secret) {
  if (changed === secret) return { secret, previous };
  const until = new Date(Date.now() + PREVIOUS_MS).toISOString();
  return { secret: changed, previous: { secret, until } };
}

/** A receiver that is gone stays gone, unless the webhook gets another one (D-81). */
function goneAt({ url }: WebhookBody, before: StoredWebhook | undefined): string | undefined {
  return url === before?.url ? before.goneAt : undefined;
}

/** The webhook without its secrets. */
export function viewOf({ secrets: _secrets, ...webhook }: StoredWebhook): Webhook {
  return webhook;
}

/** The webhook, with its secret if the server created it: this response is the only one that contains it. */
export function createdViewOf(stored: StoredWebhook, body: WebhookBody): WebhookCreated {
  const webhook = viewOf(stored);
  return body.secret === undefined ? { ...webhook, secret: stored.secrets.secret } : webhook;
}

/** A random secret in the format of Standard Webhooks. */
export function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
