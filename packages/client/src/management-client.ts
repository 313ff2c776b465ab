import type { ManagementPaths } from '@penstock/contract';
import { type Alerts, createStackAlerts } from './alerts.ts';
import { basicAuthorization } from './authorization.ts';
import { normalizedBaseUrl } from './base-url.ts';
import { createCall } from './call.ts';
import { createStackDashboards, type Dashboards } from './dashboards.ts';
import { managementResult } from './envelope.ts';
import { createPipes, type Pipes } from './pipes.ts';
import type { ServiceScope } from './service-scope.ts';
import { createTransport, type Fetch, type RawClient } from './transport.ts';

export interface ManagementClientOptions {
  /** Where the API is, without the version prefix: `https://api.example.com`. */
  readonly baseUrl: string;
  /** The id of the API key. */
  readonly keyId: string;
  /** The secret of the API key. */
  readonly keySecret: string;
  /** Used instead of the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** What belongs to one database service. */
export interface Service {
  readonly pipes: Pipes;
  readonly dashboards: Dashboards;
  readonly alerts: Alerts;
}

/** A client of the cloud management API, `/v1`. */
export interface ManagementClient {
  /** The typed openapi-fetch client beneath, for what the resources do not offer. */
  readonly raw: RawClient<ManagementPaths>;
  /** The resources of a service. Makes no request. */
  service(scope: ServiceScope): Service;
}

/**
 * Makes a client of the cloud management API. The credential lives in a closure: printing or serializing the client
 * does not show it.
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const { raw, send } = createTransport<ManagementPaths>({
    baseUrl: normalizedBaseUrl(options.baseUrl),
    authorization: basicAuthorization(options.keyId, options.keySecret),
    fetch: options.fetch,
  });
  const call = createCall(send, managementResult);
  return {
    raw,
    service: ({ organizationId, serviceId }) => {
      const scope = { organizationId, serviceId };
      return {
        pipes: createPipes(call, scope),
        dashboards: createStackDashboards(call, scope),
        alerts: createStackAlerts(call, scope),
      };
    },
  };
}
