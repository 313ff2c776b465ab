import { createStackAlerts, type StackAlerts } from './alerts.ts';
import { isBrowser } from './browser.ts';
import { type Connection, createConnection } from './connection.ts';
import { type ApiKey, basicCredential } from './credential.ts';
import { managementEnvelope } from './envelope.ts';
import {
  createStackDashboards,
  createStackQueries,
  createStackSavedSearches,
  createStackSources,
  createStackWebhooks,
  type ServiceScope,
  type StackDashboards,
  type StackQueries,
  type StackSavedSearches,
  type StackSources,
  type StackWebhooks,
} from './generated/management.ts';
import type { ClientOptions } from './options.ts';
import { createPipes, type Pipes } from './pipes.ts';
import { createRawClient, type RawClient } from './transport.ts';

/** The API key, or a function that returns it and is called before each attempt. */
type Key = ApiKey | { readonly apiKey: () => ApiKey | Promise<ApiKey> };

export type ManagementClientOptions = ClientOptions &
  Key & {
    /** Permits the API key in a browser page, where every visitor can read it. */
    readonly dangerouslyAllowBrowser?: boolean | undefined;
  };

/** The resources of one database service. */
export interface Service {
  readonly pipes: Pipes;
  readonly dashboards: StackDashboards;
  readonly alerts: StackAlerts;
  readonly sources: StackSources;
  readonly webhooks: StackWebhooks;
  readonly savedSearches: StackSavedSearches;
  readonly queries: StackQueries;
}

/** A client of the cloud management API, `/v1`. */
export interface ManagementClient {
  /** The underlying typed openapi-fetch client, for requests that the resources do not cover. */
  readonly raw: RawClient<'management'>;
  /** Returns the resources of a service. Sends no request. */
  service(scope: ServiceScope): Service;
}

/**
 * Creates a client of the cloud management API. The credential is in a closure, so printing or serializing the client does
 * not reveal it.
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const connection = connectManagement(options);
  return {
    raw: createRawClient(connection),
    service: ({ organizationId, serviceId }) => {
      const scope = { organizationId, serviceId };
      return {
        pipes: createPipes(connection, scope),
        dashboards: createStackDashboards(connection, scope),
        alerts: createStackAlerts(connection, scope),
        sources: createStackSources(connection, scope),
        webhooks: createStackWebhooks(connection, scope),
        savedSearches: createStackSavedSearches(connection, scope),
        queries: createStackQueries(connection, scope),
      };
    },
  };
}

/** Creates a connection to the management API for single resources: `createPipes(connectManagement(…), …)`. */
export function connectManagement(options: ManagementClientOptions): Connection<'management'> {
  if (isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new TypeError('A page exposes its API key (see dangerouslyAllowBrowser)');
  }
  return createConnection('management', managementEnvelope, credentialOf(options), options);
}

function credentialOf(key: Key) {
  return 'apiKey' in key ? async () => basicCredential(await key.apiKey()) : basicCredential(key);
}
