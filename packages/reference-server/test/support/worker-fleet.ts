import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EnginePort, embeddedEngine, engineFolderAt, remoteEngine } from '@penstock/engine';
import pg from 'pg';
import type { FirstCredentials } from '../../src/api/first-start/credentials-file.ts';
import { basic } from '../../src/api/testing/credentials.ts';
import { type ServerProcess, startProcess } from '../../src/api/testing/server-process.ts';

const POLL_MS = 25;
const LONGEST_MS = 120_000;

/** A process that works on pipes, and the id that it has in the control database. */
export interface FleetWorker {
  readonly id: string;
  readonly process: ServerProcess;
}

/** A reader of a pipe, with the fence of its last lease. */
export interface LeasedReader {
  readonly pipe_id: string;
  readonly reader: number;
  readonly fence: string;
}

interface FleetOptions {
  /** An empty database of PostgreSQL. */
  readonly databaseUrl: string;
  readonly leaseSeconds: number;
  /** Further settings of all processes. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Workers that share a control database and a ClickHouse server, which is the embedded engine behind a port. */
export class WorkerFleet {
  readonly engine: EnginePort;
  readonly workers: FleetWorker[] = [];
  readonly database: pg.Client;
  readonly #environment: Readonly<Record<string, string>>;
  #api: ServerProcess;
  readonly #folder: string;
  readonly #end: () => Promise<void>;

  private constructor(parts: {
    readonly engine: EnginePort;
    readonly database: pg.Client;
    readonly environment: Readonly<Record<string, string>>;
    readonly api: ServerProcess;
    readonly folder: string;
    readonly end: () => Promise<void>;
  }) {
    this.engine = parts.engine;
    this.database = parts.database;
    this.#environment = parts.environment;
    this.#api = parts.api;
    this.#folder = parts.folder;
    this.#end = parts.end;
  }

  static async start({
    databaseUrl,
    leaseSeconds,
    environment: further,
  }: FleetOptions): Promise<WorkerFleet> {
    const folder = mkdtempSync(join(tmpdir(), 'penstock-fleet-'));
    const embedded = await embeddedEngine({ dataFolder: folder, memoryMb: 2_000 });
    const door = await openDoor(engineFolderAt(folder).socket);
    const environment = {
      DATABASE_URL: databaseUrl,
      PENSTOCK_DATA: folder,
      PENSTOCK_ENGINE: door.url,
      PENSTOCK_LEASE_SECONDS: String(leaseSeconds),
      PENSTOCK_LOG_LEVEL: 'warn',
      PENSTOCK_SURFACES: 'management',
      ...further,
    };
    const api = await startProcess(environment, 'api');
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    const engine = remoteEngine({ url: door.url });
    const end = async () => {
      await engine.close();
      await database.end();
      door.close();
      await embedded.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return new WorkerFleet({ engine, database, environment, api, folder, end });
  }

  /** Starts a worker, and waits until it counts as live. */
  async startWorker(): Promise<FleetWorker> {
    const known = new Set(await this.#liveIds());
    const process = await startProcess(this.#environment, 'worker');
    let id: string | undefined;
    await until(async () => {
      id = (await this.#liveIds()).find((live) => !known.has(live));
      return id !== undefined;
    }, 'The worker has not registered');
    const worker = { id: id as string, process };
    this.workers.push(worker);
    return worker;
  }

  /** Kills a worker with SIGKILL, and returns the readers that it had. */
  async killWorker(worker: FleetWorker): Promise<LeasedReader[]> {
    this.workers.splice(this.workers.indexOf(worker), 1);
    await worker.process.kill('SIGKILL');
    const { rows } = await this.database.query<LeasedReader>(
      'select pipe_id, reader, fence from pipe_work where owner = $1 and due_at is not null',
      [worker.id],
    );
    return rows;
  }

  /** Kills the API with SIGKILL, and starts another one. */
  async restartApi(): Promise<void> {
    await this.#api.kill('SIGKILL');
    this.#api = await startProcess(this.#environment, 'api');
  }

  /** Waits until other workers have the readers. */
  async areTaken(readers: readonly LeasedReader[]): Promise<void> {
    await until(async () => {
      const { rows } = await this.database.query<LeasedReader>(
        'select pipe_id, reader, fence from pipe_work',
      );
      const fences = new Map(rows.map((row) => [`${row.pipe_id}/${row.reader}`, Number(row.fence)]));
      return readers.every(
        ({ pipe_id, reader, fence }) => (fences.get(`${pipe_id}/${reader}`) ?? 0) > Number(fence),
      );
    }, 'The readers of a killed worker were not taken');
  }

  /** Waits until all readers have a live worker, and the numbers of the workers differ by at most one. */
  async areSpread(): Promise<void> {
    await until(async () => {
      const { rows } = await this.database.query<{ owner: string | null; readers: string }>(
        'select owner, count(*) as readers from pipe_work where due_at is not null group by owner',
      );
      const counts = this.workers.map(({ id }) =>
        Number(rows.find(({ owner }) => owner === id)?.readers ?? 0),
      );
      const isComplete = rows.every(({ owner }) => this.workers.some(({ id }) => id === owner));
      return isComplete && Math.max(...counts) - Math.min(...counts) <= 1;
    }, 'The readers were not spread evenly');
  }

  async countReaders(): Promise<number> {
    const { rows } = await this.database.query(
      'select count(*) as readers from pipe_work where due_at is not null',
    );
    return Number(rows[0].readers);
  }

  async create(body: object): Promise<string> {
    return (await this.call('/pipes', { method: 'POST', body: JSON.stringify(body) })).result.id;
  }

  async change(path: string, body: object): Promise<void> {
    await this.call(path, { method: 'PATCH', body: JSON.stringify(body) });
  }

  /** The states of all pipes, each once. */
  async states(): Promise<string[]> {
    const { result } = await this.call('/pipes?limit=1000', {});
    return [...new Set<string>(result.map(({ state }: { state: string }) => state))];
  }

  async close(): Promise<void> {
    for (const { process } of this.workers) await process.kill('SIGTERM');
    await this.#api.kill('SIGTERM');
    await this.#end();
  }

  async #liveIds(): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>('select id from workers');
    return rows.map(({ id }) => id);
  }

  /** Calls the API of the service of the first start. */
  // biome-ignore lint/suspicious/noExplicitAny: each response has a shape of its own
  async call(path: string, init: { method?: string; body?: string }): Promise<any> {
    const file = readFileSync(join(this.#folder, 'credentials.json'), 'utf8');
    const { organizationId, serviceId, keyId, keySecret } = (JSON.parse(file) as FirstCredentials).management;
    const url = `${this.#api.url}/v1/organizations/${organizationId}/services/${serviceId}${path}`;
    const headers = { authorization: basic(keyId, keySecret), 'content-type': 'application/json' };
    const response = await fetch(url, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}

/** Repeats a check. @throws Error if it is not true in time */
export async function until(check: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`${otherwise} within ${LONGEST_MS / 1000} s.`);
    await setTimeout(POLL_MS);
  }
}

/** Opens the socket of an engine as a port of the loopback interface, as a server has one. */
async function openDoor(path: string): Promise<{ readonly url: string; close(): void }> {
  const open = new Set<Socket>();
  const door = createServer((client) => {
    const inner = connect(path);
    for (const socket of [client, inner]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        client.destroy();
        inner.destroy();
      });
    }
    client.pipe(inner).pipe(client);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close() {
      door.close();
      for (const socket of open) socket.destroy();
    },
  };
}
