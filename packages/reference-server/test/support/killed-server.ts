import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isListening } from '@penstock/engine';
import type { FirstCredentials } from '../../src/api/first-start/credentials-file.ts';
import { basic } from '../../src/api/testing/credentials.ts';
import { type ServerProcess, startProcess } from '../../src/api/testing/server-process.ts';

const POLL_MS = 20;

/** A server whose processes are killed while its pipes move data. */
export class KilledServer {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  #process: ServerProcess;

  private constructor(folder: string, environment: Readonly<Record<string, string>>, process: ServerProcess) {
    this.#folder = folder;
    this.#environment = environment;
    this.#process = process;
  }

  /** @param folder an empty data folder */
  static async start(
    folder: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<KilledServer> {
    return new KilledServer(folder, environment, await startKillable(folder, environment));
  }

  /** Kills the process of the engine, and that of the worker the next time. */
  async kill(kill: number): Promise<void> {
    if (kill % 2 === 0) {
      process.kill(enginePidOf(this.#process), 'SIGKILL');
      return;
    }
    await this.#process.kill('SIGKILL');
    this.#process = await startKillable(this.#folder, this.#environment);
  }

  output(): string {
    return this.#process.output();
  }

  async end(): Promise<void> {
    await this.#process.kill('SIGTERM');
  }

  /** Calls the API of the service of the first start. */
  // biome-ignore lint/suspicious/noExplicitAny: each response has a shape of its own
  async call(path: string, body?: object): Promise<any> {
    const { management } = JSON.parse(
      readFileSync(join(this.#folder, 'credentials.json'), 'utf8'),
    ) as FirstCredentials;
    const { organizationId, serviceId, keyId, keySecret } = management;
    const response = await fetch(
      `${this.#process.url}/v1/organizations/${organizationId}/services/${serviceId}${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: basic(keyId, keySecret), 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}

/** A server whose lease is short. The engine of the previous one may need some time to end. */
async function startKillable(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  while (await isListening(join(folder, 'engine.sock'))) await setTimeout(POLL_MS);
  return startProcess({
    PENSTOCK_DATA: folder,
    PENSTOCK_ENGINE: 'embedded',
    PENSTOCK_ENGINE_MEMORY_MB: '1500',
    PENSTOCK_LEASE_SECONDS: '1',
    PENSTOCK_SURFACES: 'management',
    ...environment,
  });
}

function enginePidOf(server: ServerProcess): number {
  return Number([...server.output().matchAll(/"enginePid":(\d+)/g)].at(-1)?.[1]);
}
