import { type Connection, createConnection } from './connection.ts';
import { bearerCredential } from './credential.ts';
import { observabilityEnvelope } from './envelope.ts';
import {
  type Alerts,
  createAlerts,
  createDashboards,
  createSavedSearches,
  createSources,
  createWebhooks,
  type Dashboards,
  type SavedSearches,
  type Sources,
  type Webhooks,
} from './generated/observability.ts';
import type { ClientOptions } from './options.ts';
import { createRawClient, type RawClient } from './transport.ts';

export interface ObservabilityClientOptions extends ClientOptions {
  /**
   * The bearer token, or a function that gives it, which is asked before each attempt. The team that the token belongs to is
   * the tenant.
   */
  readonly token: string | (() => string | Promise<string>);
}

/** A client of the observability API, `/api/v2`. */
export interface ObservabilityClient {
  /** The typed openapi-fetch client beneath, for what the resources do not offer. */
  readonly raw: RawClient<'observability'>;
  readonly dashboards: Dashboards;
  readonly alerts: Alerts;
  readonly sources: Sources;
  readonly webhooks: Webhooks;
  readonly savedSearches: SavedSearches;
}

/**
 * Makes a client of the observability API. The credential lives in a closure: printing or serializing the client does
 * not show it.
 */
export function createObservabilityClient(options: ObservabilityClientOptions): ObservabilityClient {
  const connection = connectObservability(options);
  return {
    raw: createRawClient(connection),
    dashboards: createDashboards(connection),
    alerts: createAlerts(connection),
    sources: createSources(connection),
    webhooks: createWebhooks(connection),
    savedSearches: createSavedSearches(connection),
  };
}

/** The way to the observability API, for those who want single resources: `createAlerts(connectObservability(…))`. */
export function connectObservability(options: ObservabilityClientOptions): Connection<'observability'> {
  return createConnection('observability', observabilityEnvelope, credentialOf(options), options);
}

function credentialOf({ token }: ObservabilityClientOptions) {
  return typeof token === 'function' ? async () => bearerCredential(await token()) : bearerCredential(token);
}
