import { readFileSync } from 'node:fs';
import {
  createManagementClient,
  createObservabilityClient,
  type Dashboards,
  type Sources,
  type StackDashboards,
  type StackSources,
} from '@penstock/client';
import type { Configuration, Environment } from '../../api/configuration.ts';
import type { FirstCredentials } from '../../api/first-start/credentials-file.ts';
import type { SURFACES } from '../../api/settings.ts';
import { dataFolderAt } from '../../storage/data-folder.ts';

export type Surface = (typeof SURFACES)[number];

/** The resources of the API that dashboards are made of, on one of the surfaces. */
export interface ApiAccess {
  readonly url: string;
  /** Where the credential comes from, for errors. */
  readonly credential: string;
  readonly dashboards: Dashboards | StackDashboards;
  readonly sources: Sources | StackSources;
}

interface Given {
  readonly url?: string;
  readonly surface?: Surface;
}

/** Longer than the time limit of a query, so that its error arrives. */
const CLIENT = { timeoutMs: 60_000 };
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];
const WILDCARDS = ['0.0.0.0', '::', '[::]'];
const KEY = [
  'PENSTOCK_KEY_ID',
  'PENSTOCK_KEY_SECRET',
  'PENSTOCK_ORGANIZATION_ID',
  'PENSTOCK_SERVICE_ID',
] as const;

/**
 * Opens the API with the credential of the environment, or else the one that the first start wrote to the data folder. That one is only
 * sent to this machine.
 *
 * @throws Error with a message for the operator if a credential is missing or the URL is invalid
 */
export function openApi(environment: Environment, settings: Configuration, given: Given): ApiAccess {
  const url = given.url ?? (environment.PENSTOCK_URL || ownUrl(settings));
  const surface = given.surface ?? surfaceOf(environment, settings);
  const open = surface === 'management' ? openManagement : openObservability;
  try {
    return open(environment, settings, url);
  } catch (error) {
    // The message of the client names its options.
    if (error instanceof TypeError)
      throw new Error(`${urlDiagnostic(url)} Pass it with --url or PENSTOCK_URL.`);
    throw error;
  }
}

function openObservability(environment: Environment, settings: Configuration, baseUrl: string): ApiAccess {
  const token = environment.PENSTOCK_TOKEN;
  const { dashboards, sources } = createObservabilityClient({
    ...CLIENT,
    baseUrl,
    token: token || fromFile(settings, baseUrl, 'PENSTOCK_TOKEN').observability.token,
  });
  return { url: baseUrl, credential: token ? 'PENSTOCK_TOKEN' : fileOf(settings), dashboards, sources };
}

function openManagement(environment: Environment, settings: Configuration, baseUrl: string): ApiAccess {
  const [keyId, keySecret, organizationId, serviceId] = KEY.map((name) => environment[name]);
  const isGiven = keyId && keySecret && organizationId && serviceId;
  const key = isGiven
    ? { keyId, keySecret, organizationId, serviceId }
    : fromFile(settings, baseUrl, KEY.join(', ')).management;
  const { dashboards, sources } = createManagementClient({ ...CLIENT, baseUrl, ...key }).service(key);
  return { url: baseUrl, credential: isGiven ? KEY[0] : fileOf(settings), dashboards, sources };
}

/** The surface whose credential the environment has; else the one that the server serves, preferably observability. */
function surfaceOf(environment: Environment, { surfaces }: Configuration): Surface {
  if (environment.PENSTOCK_TOKEN) return 'observability';
  if (environment.PENSTOCK_KEY_ID) return 'management';
  return surfaces.includes('observability') ? 'observability' : 'management';
}

/** The URL of a server with the same settings. */
function ownUrl({ host, port }: Configuration): string {
  const reached = WILDCARDS.includes(host) ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

function fileOf({ dataFolder }: Configuration): string {
  return dataFolderAt(dataFolder).credentialsFile;
}

function fromFile(settings: Configuration, url: string, variables: string): FirstCredentials {
  const file = fileOf(settings);
  if (!URL.canParse(url)) throw new TypeError();
  if (!THIS_MACHINE.includes(new URL(url).hostname))
    throw new Error(
      `The credentials in ${file} are only sent to this machine. Set ${variables} for ${new URL(url).host}.`,
    );
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(
      `${file} has no credentials. Set PENSTOCK_DATA to the data folder of the server, or set ${variables}.`,
    );
  }
}

function urlDiagnostic(url: string): string {
  return URL.canParse(url) && new URL(url).protocol === 'http:'
    ? 'Plain http is only used on this machine; the URL of another server must begin with https.'
    : 'The URL of the server must look like https://api.example.com, without credentials and version prefix.';
}
