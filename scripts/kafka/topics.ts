import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Admin, type CompressionAlgorithmValue, Consumer, ProduceAcks, Producer } from '@platformatic/kafka';

/** Between two requests for the metadata of a topic that was just created. */
const METADATA_PAUSE_MS = 20;

const CLIENT = { clientId: 'tests', retries: 200, retryDelay: 200 } as const;

/** What tests do to the topics of a broker. */
export class Topics {
  readonly #options: typeof CLIENT & { bootstrapBrokers: string[] };
  readonly #admin: Admin;
  readonly #producer: Producer;

  constructor(bootstrap: string) {
    this.#options = { ...CLIENT, bootstrapBrokers: bootstrap.split(',') };
    this.#admin = new Admin(this.#options);
    this.#producer = new Producer(this.#options);
  }

  /** Creates a topic with a name of its own, and waits until the broker knows who leads its partitions. */
  async create(
    partitions = 1,
    configs: Readonly<Record<string, string>> = {},
    replicas = 1,
  ): Promise<string> {
    const name = `orders-${randomUUID().slice(0, 8)}`;
    await this.#admin.createTopics({
      topics: [name],
      partitions,
      replicas,
      configs: Object.entries(configs).map(([key, value]) => ({ name: key, value })),
    });
    while ((await this.leadersOf(name)).filter(isBroker).length < partitions) await pause(METADATA_PAUSE_MS);
    return name;
  }

  /** The broker that leads each partition; negative while there is none. */
  async leadersOf(topic: string): Promise<(number | undefined)[]> {
    const { topics } = await this.#admin.metadata({ topics: [topic], forceUpdate: true });
    return Object.values(topics.get(topic)?.partitions ?? {}).map((partition) => partition?.leader);
  }

  async addPartitions(topic: string, count: number): Promise<void> {
    await this.#admin.createPartitions({ topics: [{ name: topic, count, assignments: null }] });
  }

  async delete(topic: string): Promise<void> {
    await this.#admin.deleteTopics({ topics: [topic] });
  }

  /** Deletes all messages before an offset, as the retention of a topic does. */
  async deleteBefore(topic: string, partition: number, offset: number): Promise<void> {
    await this.#admin.deleteRecords({
      topics: [{ name: topic, partitions: [{ partition, offset: BigInt(offset) }] }],
    });
  }

  async write(
    topic: string,
    values: readonly (string | Buffer | null)[],
    options: WriteOptions = {},
  ): Promise<void> {
    const { partition = 0, compression = 'none', timestamp } = options;
    await this.#producer.send({
      acks: ProduceAcks.ALL,
      compression,
      messages: values.map((value) => ({
        topic,
        partition,
        value: value === null ? null : Buffer.from(value),
        ...(timestamp !== undefined && { timestamp: BigInt(timestamp) }),
      })) as never,
    });
  }

  async writeInTransaction(topic: string, values: readonly string[], end: 'commit' | 'abort'): Promise<void> {
    const producer = new Producer({ ...this.#options, transactionalId: randomUUID(), idempotent: true });
    const transaction = await producer.beginTransaction();
    await transaction.send({
      messages: values.map((value) => ({ topic, partition: 0, value: Buffer.from(value) })),
    });
    await transaction[end]();
    await producer.close();
  }

  /** The offset that a group has stored for the first partition. */
  async committed(group: string, topic: string): Promise<number | undefined> {
    const [found] = await this.#admin.listConsumerGroupOffsets({
      groups: [{ groupId: group, topics: [{ name: topic, partitionIndexes: [0] }] }],
    });
    return Number(found?.topics[0]?.partitions[0]?.committedOffset);
  }

  async joinGroup(group: string, topic: string): Promise<{ leave(): Promise<void> }> {
    const consumer = new Consumer({ ...this.#options, groupId: group });
    const stream = await consumer.consume({ topics: [topic], autocommit: false });
    return {
      async leave() {
        await stream.close();
        await consumer.close();
      },
    };
  }

  async close(): Promise<void> {
    await this.#producer.close();
    await this.#admin.close();
  }
}

function isBroker(leader: number | undefined): boolean {
  return leader !== undefined && leader >= 0;
}

interface WriteOptions {
  readonly partition?: number;
  readonly compression?: CompressionAlgorithmValue;
  /** When the messages were written, in milliseconds since the UNIX epoch. */
  readonly timestamp?: number;
}
