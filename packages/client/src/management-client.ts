import { isBrowser } from './browser.ts';
import { type Connection, createConnection } from './connection.ts';
import { type ApiKey, basicCredential } from './credential.ts';
import { managementEnvelope } from './envelope.ts';
import {
  createStackAlerts,
  createStackDashboards,
  createStackSavedSearches,
  createStackSources,
  createStackWebhooks,
  type ServiceScope,
  type StackAlerts,
  type StackDashboards,
  type StackSavedSearches,
  type StackSources,
  type StackWebhooks,
} from './generated/management.ts';
import type { ClientOptions } from './options.ts';
import { createPipes, type Pipes } from './pipes.ts';
import { createRawClient, type RawClient } from './transport.ts';

/** The API key: as it is, or a function that gives it, which is asked before each attempt. */
type Key = ApiKey | { readonly apiKey: () => ApiKey | Promise<ApiKey> };

export type ManagementClientOptions = ClientOptions &
  Key & {
    /** Lets a page of a browser hold the API key, where everybody who opens the page can read it. */
    readonly dangerouslyAllowBrowser?: boolean | undefined;
  };

/** What belongs to one database service. */
export interface Service {
  readonly pipes: Pipes;
  readonly dashboards: StackDashboards;
  readonly alerts: StackAlerts;
  readonly sources: StackSources;
  readonly webhooks: StackWebhooks;
  readonly savedSearches: StackSavedSearches;
}

/** A client of the cloud management API, `/v1`. */
export interface ManagementClient {
  /** The typed openapi-fetch client beneath, for what the resources do not offer. */
  readonly raw: RawClient<'management'>;
  /** The resources of a service. Makes no request. */
  service(scope: ServiceScope): Service;
}

/**
 * Makes a client of the cloud management API. The credential lives in a closure: printing or serializing the client
 * does not show it.
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
      };
    },
  };
}

/** The way to the management API, for those who want single resources: `createPipes(connectManagement(…), …)`. */
export function connectManagement(options: ManagementClientOptions): Connection<'management'> {
  if (isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new TypeError('An API key is no secret in a page (see dangerouslyAllowBrowser)');
  }
  return createConnection('management', managementEnvelope, credentialOf(options), options);
}

function credentialOf(key: Key) {
  return 'apiKey' in key ? async () => basicCredential(await key.apiKey()) : basicCredential(key);
}
