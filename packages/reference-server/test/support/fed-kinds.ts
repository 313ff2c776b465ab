import { startSharedBroker } from '@penstock/kafka/shared-broker';
import { Topics } from '@penstock/kafka/topics';
import type { FedKind } from './fed-pipes.ts';
import { kafkaPipeBody } from './kafka-feed.ts';
import { openObjectStore } from './object-store.ts';

const PARTITIONS = 3;
const POLLING_MS = 1_000;

interface OpenedKind extends FedKind {
  close(): Promise<void>;
}

/** A folder of objects for each pipe. */
export async function openObjects(): Promise<OpenedKind> {
  const store = await openObjectStore();
  const objects = new Map<string, number>();
  return {
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
