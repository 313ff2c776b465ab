import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestExamples } from '@penstock/contract/examples';
import { sql } from 'kysely';
import pino from 'pino';
import { readConfiguration } from '../src/api/configuration.ts';
import { createCursors } from '../src/api/cursors.ts';
import type { FirstCredentials } from '../src/api/first-start/credentials-file.ts';
import { createReferenceServer } from '../src/api/server.ts';
import type { PipeCreateBody } from '../src/pipes/pipe.ts';
import { definePipe } from '../src/pipes/plan.ts';
import { listName } from '../src/stack/base/page.ts';
import { isPostgres } from '../src/storage/dialects.ts';
import { openStorage, type Storage } from '../src/storage/storage.ts';

/** A database with many pipes of one service, ready to be served. */
export interface FilledDatabase {
  /** A filled database on disk; the caller removes it. */
  readonly folder: string;
  /** The settings of a server on it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Below which its pipes are. */
  readonly path: string;
  readonly authorization: string;
  readonly onePipe: string;
  /** The cursor of the last page of 100. */
  readonly lastPage: string;
  /** Of one pipe, indices included. */
  readonly bytesPerPipe: number;
}

/**
 * Makes a database as a first start leaves it, with one pipe that was made by the API and copies of it. They have ids
 * of their own and no secrets, as a secret is bound to its row.
 *
 * @param deadline of `performance.now`
 * @throws Error if the disk is too slow to insert all of them before the deadline
 */
export async function fillDatabase(
  pipes: number,
  deadline: number,
  databaseUrl?: string,
): Promise<FilledDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  try {
    return await fill(folder, pipes, deadline, databaseUrl);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  folder: string,
  pipes: number,
  deadline: number,
  databaseUrl: string | undefined,
): Promise<FilledDatabase> {
  const environment = {
    PENSTOCK_DATA: folder,
    PENSTOCK_RATE_LIMIT: '1000000',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const configuration = readConfiguration(environment);
  const logger = pino({ level: 'silent' });
  await (await createReferenceServer(configuration, logger)).close();
  const credentials: FirstCredentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
  const { organizationId, serviceId, keyId, keySecret } = credentials.management;
  const storage = await openStorage(configuration, logger);
  try {
    await insertPipes(storage, serviceId, pipes, deadline);
    const cursors = createCursors(storage.keys.cursors);
    return {
      folder,
      environment,
      path: `/v1/organizations/${organizationId}/services/${serviceId}/pipes`,
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      onePipe: idOf(1),
      lastPage: cursors.after(listName('pipes', serviceId, {}), idOf(pipes - 100)),
      bytesPerPipe: (await bytesOf(storage, folder)) / pipes,
    };
  } finally {
    await storage.close();
  }
}

/** What the API would have stored of the contract's Kafka example. */
function storedDefinition(): object {
  const body = requestExamples('createPipe').kafka as unknown as PipeCreateBody;
  const { name, ...definition } = definePipe(body, idOf(0)).definition;
  return definition;
}

/** The n-th id: a UUID of version 7 that is greater than those before. */
function idOf(n: number): string {
  const hex = n.toString(16).padStart(12, '0');
  return `01900000-0000-7000-8000-${hex}`;
}

/** One statement per batch, because a connection gives up after 30 seconds. */
const BATCH = 25_000;

async function insertPipes(
  { db }: Storage,
  serviceId: string,
  pipes: number,
  deadline: number,
): Promise<void> {
  const definition = JSON.stringify(storedDefinition());
  for (let first = 1; first <= pipes; first += BATCH) {
    if (performance.now() > deadline)
      throw new Error(
        `The disk is too slow: only ${first - 1} of ${pipes} pipes were inserted in time. Measure this part alone, or with fewer --pipes.`,
      );
    await insertBatch(db, serviceId, definition, first, Math.min(first + BATCH - 1, pipes));
  }
  await (isPostgres(db) ? sql`analyze` : sql`pragma wal_checkpoint(truncate)`).execute(db);
}

async function insertBatch(
  db: Storage['db'],
  serviceId: string,
  definition: string,
  first: number,
  last: number,
): Promise<void> {
  const now = new Date().toISOString();
  const postgres = isPostgres(db);
  const hex = postgres ? sql`lpad(to_hex(n), 12, '0')` : sql`printf('%012x', n)`;
  const numbers = postgres
    ? sql`generate_series(${sql.lit(first)}, ${sql.lit(last)}) as numbers(n)`
    : sql`(with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)}) select n from numbers)`;
  const id = sql`'01900000-0000-7000-8000-' || ${hex}`;
  await sql`
    insert into pipes (id, service_id, name, state, desired_state, observed_state, initialized, generation, definition,
      version, created_at, updated_at)
    select ${id}, ${serviceId}, 'Pipe ' || n, 'Running', 'Running', 'Running', 1, 1,
      ${definition}, 2, ${now}, ${now}
    from ${numbers}`.execute(db);
  await sql`insert into pipe_work (pipe_id) select ${id} from ${numbers}`.execute(db);
}

async function bytesOf({ db }: Storage, folder: string): Promise<number> {
  if (!isPostgres(db)) return statSync(join(folder, 'penstock.db')).size;
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('pipes') + pg_total_relation_size('pipe_work') as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
