import type { ObservabilityPaths } from '@penstock/contract';
import { type Alerts, createTeamAlerts } from './alerts.ts';
import { bearerAuthorization } from './authorization.ts';
import { normalizedBaseUrl } from './base-url.ts';
import { createCall } from './call.ts';
import { observabilityResult } from './envelope.ts';
import { createTransport, type Fetch, type RawClient } from './transport.ts';

export interface ObservabilityClientOptions {
  /** Where the API is, without the version prefix: `https://observability.example.com`. */
  readonly baseUrl: string;
  /** The bearer token. The team that it belongs to is the tenant. */
  readonly token: string;
  /** Used instead of the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** A client of the observability API, `/api/v2`. */
export interface ObservabilityClient {
  /** The typed openapi-fetch client beneath, for what the resources do not offer. */
  readonly raw: RawClient<ObservabilityPaths>;
  readonly alerts: Alerts;
}

/**
 * Makes a client of the observability API. The credential lives in a closure: printing or serializing the client does
 * not show it.
 */
export function createObservabilityClient(options: ObservabilityClientOptions): ObservabilityClient {
  const { raw, send } = createTransport<ObservabilityPaths>({
    baseUrl: normalizedBaseUrl(options.baseUrl),
    authorization: bearerAuthorization(options.token),
    fetch: options.fetch,
  });
  return { raw, alerts: createTeamAlerts(createCall(send, observabilityResult)) };
}
