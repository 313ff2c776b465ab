import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PENSTOCK = join(import.meta.dirname, '../../packages/reference-server/bin/penstock.js');

/** The credentials that the first start of a server writes. */
interface FirstCredentials {
  readonly management: Readonly<Record<'organizationId' | 'serviceId' | 'keyId' | 'keySecret', string>>;
  readonly observability: Readonly<Record<'team' | 'token', string>>;
}

export interface RunningServer {
  readonly url: string;
  readonly credentials: FirstCredentials;
  stop(): Promise<void>;
}

/**
 * Settings of a server on a free port without rate limits, whose pipes are simulated and change state at once. It resolves no host names of the
 * webhooks in the examples: without a name server each of them would wait two seconds.
 */
export function settingsOf(dataFolder: string) {
  return {
    PATH: process.env.PATH,
    PENSTOCK_DATA: dataFolder,
    PENSTOCK_PORT: '0',
    PENSTOCK_ENGINE: 'simulated',
    PENSTOCK_RATE_LIMIT: '1000000',
    PENSTOCK_SIMULATED_STEP_MS: '0',
    PENSTOCK_WEBHOOK_ALLOW_HOSTS: 'hooks.example.net',
    PENSTOCK_LOG_LEVEL: 'error',
  };
}

/** The built reference server as a user runs it: in a process of its own. @throws if it ends before it listens. */
export async function startReferenceServer(dataFolder: string): Promise<RunningServer> {
  const server = spawn(process.execPath, [PENSTOCK, 'serve'], {
    env: settingsOf(dataFolder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: string) => {
      output += chunk;
      const found = /(http:\/\/\S+)\/v1\n/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    server.stdout.setEncoding('utf8').on('data', read);
    server.stderr.setEncoding('utf8').on('data', read);
    server.once('exit', () => reject(new Error(`The reference server ended before it listened:\n${output}`)));
  });
  return {
    url,
    credentials: JSON.parse(readFileSync(join(dataFolder, 'credentials.json'), 'utf8')) as FirstCredentials,
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
