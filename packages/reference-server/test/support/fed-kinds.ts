import { startSharedBroker } from '@penstock/kafka/shared-broker';
import { Topics } from '@penstock/kafka/topics';
import { ACCESS_KEY, KinesisEmulator, REGION } from '@penstock/kinesis/emulator';
import pg from 'pg';
import type { FedKind } from './fed-pipes.ts';
import { kafkaPipeBody } from './kafka-feed.ts';
import { openObjectStore } from './object-store.ts';

const PARTITIONS = 3;
const SHARDS = 2;
const POLLING_MS = 1_000;
const WAIT_MS = 500;
const COLUMNS = [
  { name: 'id', type: 'UInt64' },
  { name: 'text', type: 'String' },
];
const TABLE_DEFINITION = { engine: { type: 'MergeTree' }, sortingKey: ['id'] };

export interface OpenedKind extends FedKind {
  /** What workers need to find the source. */
  readonly environment?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A folder of objects for each pipe. */
export async function openObjects(): Promise<OpenedKind> {
  const store = await openObjectStore();
  const objects = new Map<string, number>();
  return {
    name: 'object storage',
    pipeInto: async (table) => ({
      ...store.pipeInto(table, { folder: table }),
      settings: { object_storage_polling_interval_ms: POLLING_MS },
    }),
    async feed(table, rows) {
      const number = (objects.get(table) ?? 0) + 1;
      objects.set(table, number);
      await store.put(`${table}/${String(number).padStart(8, '0')}.json`, rows);
    },
    close: () => store.close(),
  };
}

/** A topic for each pipe, which is read by several readers. */
export async function openTopics(replicas: number): Promise<OpenedKind> {
  const { broker, end } = await startSharedBroker();
  const topics = new Topics(broker.plaintext);
  const names = new Map<string, string>();
  let feeds = 0;
  return {
    name: 'Kafka',
    async pipeInto(table) {
      const topic = await topics.create(PARTITIONS);
      names.set(table, topic);
      return { ...kafkaPipeBody(broker.plaintext, topic, table), scaling: { replicas } };
    },
    async feed(table, rows) {
      feeds += 1;
      const messages = rows.map((row) => JSON.stringify(row));
      await topics.write(names.get(table) ?? '', messages, { partition: feeds % PARTITIONS });
    },
    async close() {
      await topics.close();
      await end();
    },
  };
}

/** A stream with two shards for each pipe, which is read by several readers. */
export async function openStreams(replicas: number): Promise<OpenedKind> {
  const emulator = await KinesisEmulator.start();
  const names = new Map<string, string>();
  return {
    name: 'Kinesis',
    environment: { AWS_ENDPOINT_URL_KINESIS: emulator.url },
    async pipeInto(table) {
      const streamName = await emulator.createStream(SHARDS);
      names.set(table, streamName);
      const kinesis = {
        ...{ streamName, region: REGION, format: 'JSONEachRow', iteratorType: 'TRIM_HORIZON' },
        ...{ authentication: 'IAM_USER', accessKey: ACCESS_KEY },
      };
      return {
        ...{ name: `Records into ${table}`, source: { kinesis }, scaling: { replicas } },
        destination: { table, columns: COLUMNS, tableDefinition: TABLE_DEFINITION },
        settings: { streaming_max_insert_wait_ms: WAIT_MS },
      };
    },
    async feed(table, rows) {
      await emulator.put(
        names.get(table) ?? '',
        rows.map((row) => JSON.stringify(row)),
      );
    },
    close: () => emulator.stop(),
  };
}

/**
 * A table of a database for each pipe.
 *
 * @param url an empty database of a server that offers no TLS
 */
export async function openTables(url: string): Promise<OpenedKind> {
  const { hostname, port, pathname, username, password } = new URL(url);
  const client = new pg.Pool({ connectionString: url, max: 4 });
  return {
    name: 'Postgres',
    modifier: 'FINAL',
    async pipeInto(table) {
      await client.query(`create table ${table} (id bigint primary key, text text not null)`);
      const postgres = {
        ...{ host: hostname, port: Number(port), database: pathname.slice(1), disableTls: true },
        credentials: { username, password },
        settings: { replicationMode: 'cdc', syncIntervalSeconds: 1 },
        tableMappings: [{ sourceSchemaName: 'public', sourceTable: table, targetTable: table }],
      };
      return { name: `Changes into ${table}`, source: { postgres }, destination: { database: 'default' } };
    },
    async feed(table, rows) {
      await client.query(
        `insert into ${table} select * from json_to_recordset($1) as rows (id bigint, text text)`,
        [JSON.stringify(rows)],
      );
    },
    close: () => client.end(),
  };
}
