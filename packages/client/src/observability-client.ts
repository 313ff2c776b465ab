import { type Alerts, createAlerts } from './alerts.ts';
import { type Connection, createConnection } from './connection.ts';
import { bearerCredential } from './credential.ts';
import { observabilityEnvelope } from './envelope.ts';
import {
  createDashboards,
  createQueries,
  createSavedSearches,
  createSources,
  createWebhooks,
  type Dashboards,
  type Queries,
  type SavedSearches,
  type Sources,
  type Webhooks,
} from './generated/observability.ts';
import type { ClientOptions } from './options.ts';
import { createRawClient, type RawClient } from './transport.ts';

export interface ObservabilityClientOptions extends ClientOptions {
  /**
   * The bearer token, or a function that returns it and is called before each attempt. The team of the token is the
   * tenant.
   */
  readonly token: string | (() => string | Promise<string>);
}

/** A client of the observability API, `/api/v2`. */
export interface ObservabilityClient {
  /** The underlying typed openapi-fetch client, for requests that the resources do not cover. */
  readonly raw: RawClient<'observability'>;
  readonly dashboards: Dashboards;
  readonly alerts: Alerts;
  readonly sources: Sources;
  readonly webhooks: Webhooks;
  readonly savedSearches: SavedSearches;
  readonly queries: Queries;
}

/**
 * Creates a client of the observability API. The credential is in a closure, so printing or serializing the client does
 * not reveal it.
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
    queries: createQueries(connection),
  };
}

/** Creates a connection to the observability API for single resources: `createAlerts(connectObservability(…))`. */
export function connectObservability(options: ObservabilityClientOptions): Connection<'observability'> {
  return createConnection('observability', observabilityEnvelope, credentialOf(options), options);
}

function credentialOf({ token }: ObservabilityClientOptions) {
  return typeof token === 'function' ? async () => bearerCredential(await token()) : bearerCredential(token);
}
