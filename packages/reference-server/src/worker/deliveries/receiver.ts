import type { Vault } from '../../storage/encryption.ts';
import type { WebhookRow } from '../../storage/schema.ts';
import { sealedLocation } from '../../storage/sealed-columns.ts';

/** The parts of a webhook that are never returned (D-51). */
export interface WebhookSecrets {
  readonly headers?: Readonly<Record<string, string>>;
  readonly secret: string;
  /** The secret before the last change, which signs as well for some time (D-94). */
  readonly previous?: { readonly secret: string; readonly until: string };
}

/** A webhook, as a delivery needs it. */
export interface Receiver {
  readonly url: string;
  readonly service: string;
  /** The template of the body (D-83). */
  readonly body?: string;
  /** Since when nothing is sent, because the receiver responded with 410 (D-81). */
  readonly goneAt?: string;
  readonly secrets: WebhookSecrets;
}

export function receiverOf(row: WebhookRow, vault: Vault): Receiver {
  const secrets = vault.open(row.secrets, sealedLocation('webhooks', row)) as WebhookSecrets;
  return { ...(JSON.parse(row.document) as Omit<Receiver, 'secrets'>), secrets };
}

/** The host and the port of a URL, by which parallel attempts are limited. A default port is omitted. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
