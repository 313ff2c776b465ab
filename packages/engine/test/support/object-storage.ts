import { rmSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { DestinationPlan } from '../../src/compile/destination-plan.ts';
import type { PipeDefinition } from '../../src/pipe.ts';
import type { MovedData } from '../../src/pipe-runtime.ts';
import type { EnginePort } from '../../src/port/engine-port.ts';
import { qualifiedName } from '../../src/port/names.ts';
import { openObjectStorage } from '../../src/sources/object-storage/object-source.ts';
import type { Source, SourceBatch } from '../../src/sources/source.ts';
import { makeFolder } from './engines.ts';

/** The key and the secret that the S3 server accepts. */
export const ACCESS_KEY = { accessKeyId: 'S3RVER', secretKey: 'S3RVER' };
export const BUCKET = 'exports';

/** An S3 server over a folder. */
export interface S3Server {
  readonly url: string;
  put(key: string, body: string | Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const directory = makeFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // It does not know that the path of a bucket can end with a slash, which the client signs.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: ACCESS_KEY.accessKeyId, secretAccessKey: ACCESS_KEY.secretKey },
  });
  return {
    url,
    put: async (Key, Body) => void (await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }))),
    delete: async (Key) => void (await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }))),
    async stop() {
      client.destroy();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The plan of a table with these columns. */
export function planOf(table: string, columns: Readonly<Record<string, string>>): DestinationPlan {
  const fields = Object.keys(columns);
  const names = fields.map((name) => `\`${name}\``).join(', ');
  const name = { database: 'objects', table };
  return {
    table: name,
    errorsTable: { database: 'objects', table: `${table}_pipe_errors` },
    columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
    structure: Object.entries(columns)
      .map(([field, type]) => `\`${field}\` ${type}`)
      .join(', '),
    fields,
    insertFrom: `INSERT INTO ${qualifiedName(name)} (${names}) SELECT ${names} FROM`,
    checkFrom: `SELECT ${names} FROM`,
    settings: { input_format_skip_unknown_fields: 1 },
  };
}

export const ORDERS = planOf('orders', { id: 'UInt64', customer: 'String' });

/** Creates the table of a plan, empty. */
export async function createTable(engine: EnginePort, { table, structure }: DestinationPlan): Promise<void> {
  await engine.command({ sql: `CREATE DATABASE IF NOT EXISTS ${table.database}` });
  await engine.command({ sql: `DROP TABLE IF EXISTS ${qualifiedName(table)} SYNC` });
  await engine.command({
    sql: `CREATE TABLE ${qualifiedName(table)} (${structure}) ENGINE = MergeTree ORDER BY tuple()
      SETTINGS non_replicated_deduplication_window = 1000`,
  });
}

/** Reads a source to its end, or until `count` batches were written, as a runtime does. */
export async function drain(
  source: Source,
  engine: EnginePort,
  { plan = ORDERS, position, count = Number.POSITIVE_INFINITY }: DrainOptions = {},
): Promise<Drained> {
  const stop = new AbortController();
  const drained: { ranges: string[]; moved: MovedData[]; position: string | undefined } = {
    ranges: [],
    moved: [],
    position,
  };
  for await (const step of source.read(position, stop.signal)) {
    if (step.kind === 'idle') continue;
    drained.ranges.push(step.range);
    drained.moved.push(await writeBatch(step, engine, plan));
    drained.position = step.position;
    if (drained.ranges.length === count) stop.abort();
  }
  return drained;
}

interface DrainOptions {
  readonly plan?: DestinationPlan;
  readonly position?: string | undefined;
  readonly count?: number;
}

interface Drained {
  readonly ranges: readonly string[];
  readonly moved: readonly MovedData[];
  readonly position: string | undefined;
}

export function writeBatch(
  batch: SourceBatch,
  engine: EnginePort,
  plan: DestinationPlan = ORDERS,
): Promise<MovedData> {
  return batch.write({
    engine,
    plan,
    pipeId: 'objects',
    token: `token of ${batch.range}`,
    signal: new AbortController().signal,
  });
}

/** The rows of the table, in the order of their ids. */
export async function rowsOf(engine: EnginePort, { table }: DestinationPlan = ORDERS) {
  const result = await engine.query({
    sql: `SELECT * FROM ${qualifiedName(table)} ORDER BY ALL`,
    settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return result.rows();
}

type ObjectStorage = NonNullable<PipeDefinition['source']['objectStorage']>;

/** A source of the S3 server. */
export function openSource(
  server: S3Server,
  pattern: string,
  changes: Partial<ObjectStorage> = {},
  settings: PipeDefinition['settings'] = {},
  secrets = { accessKey: ACCESS_KEY },
): Source {
  const objectStorage = {
    type: 's3',
    format: 'JSONEachRow',
    compression: 'auto',
    isContinuous: false,
    authentication: 'IAM_USER',
    url: `${server.url}/${BUCKET}/${pattern}`,
    ...changes,
  } as ObjectStorage;
  const definition = { name: 'orders', source: { objectStorage }, settings, fieldMappings: [] };
  return openObjectStorage(
    { id: '7d1f', definition: definition as unknown as PipeDefinition, secrets },
    ORDERS,
    { engine: undefined as unknown as EnginePort, allowedHosts: undefined },
  );
}
