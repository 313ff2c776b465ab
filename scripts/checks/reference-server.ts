import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerProcess, startProcess } from '@penstock/reference-server/testing';

/** The credentials that the first start of a server writes. */
interface FirstCredentials {
  readonly management: Readonly<Record<'organizationId' | 'serviceId' | 'keyId' | 'keySecret', string>>;
  readonly observability: Readonly<Record<'team' | 'token', string>>;
}

export interface RunningServer extends ServerProcess {
  readonly credentials: FirstCredentials;
}

/**
 * Settings of a server with the default validation engine and without rate limits, whose pipes change state at once. It
 * resolves no host names of the webhooks in the examples: without a name server each of them would wait two seconds.
 */
export function settingsOf(dataFolder: string) {
  return {
    PENSTOCK_DATA: dataFolder,
    PENSTOCK_VALIDATION: 'express-openapi-validator',
    PENSTOCK_RATE_LIMIT: '1000000',
    PENSTOCK_SIMULATED_STEP_MS: '0',
    PENSTOCK_WEBHOOK_ALLOW_HOSTS: 'hooks.example.net',
    PENSTOCK_LOG_LEVEL: 'error',
  };
}

/** The built reference server as a user runs it: in a process of its own. @throws if it ends before it listens. */
export async function startReferenceServer(dataFolder: string): Promise<RunningServer> {
  const server = await startProcess(settingsOf(dataFolder));
  const credentials = JSON.parse(
    readFileSync(join(dataFolder, 'credentials.json'), 'utf8'),
  ) as FirstCredentials;
  return { ...server, credentials };
}
