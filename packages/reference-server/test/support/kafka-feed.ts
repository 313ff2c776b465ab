import { startSharedBroker } from '@penstock/kafka/shared-broker';
import { Topics } from '@penstock/kafka/topics';
import type { FedSource } from './kill-under-load.ts';

const PARTITIONS = 3;

/** A topic of a broker of its own. */
export async function openKafkaFeed(): Promise<FedSource & { close(): Promise<void> }> {
  const { broker, end } = await startSharedBroker();
  const topics = new Topics(broker.plaintext);
  const topic = await topics.create(PARTITIONS);
  let feeds = 0;
  return {
    async feed(rows) {
      feeds += 1;
      await topics.write(
        topic,
        rows.map((row) => JSON.stringify(row)),
        { partition: feeds % PARTITIONS },
      );
    },
    pipeInto: (table) => kafkaPipeBody(broker.plaintext, topic, table),
    async close() {
      await topics.close();
      await end();
    },
  };
}

/** The body of a request that creates a pipe from the first message of a topic into the columns `id` and `text`. */
export function kafkaPipeBody(brokers: string, topics: string, table: string) {
  const kafka = { format: 'JSONEachRow', brokers, topics, offset: { strategy: 'from_beginning' } };
  const columns = [
    { name: 'id', type: 'UInt64' },
    { name: 'text', type: 'String' },
  ];
  const tableDefinition = { engine: { type: 'MergeTree' }, sortingKey: ['id'] };
  return {
    ...{ name: `Messages into ${table}`, source: { kafka } },
    destination: { table, columns, tableDefinition },
    settings: { streaming_max_insert_wait_ms: 500 },
  };
}
