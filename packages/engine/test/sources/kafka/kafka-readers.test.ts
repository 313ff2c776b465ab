import { describeKafka, sharedBroker } from '@penstock/kafka/describe-kafka';
import type { SharedBroker } from '@penstock/kafka/shared-broker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { notInstalledReason } from '../../../src/port/embedded/installed.ts';
import { kafkaPipe } from '../../support/kafka/kafka-pipe.ts';
import { KafkaRuntime } from '../../support/kafka/kafka-runtime.ts';
import { numbered, numbers } from '../../support/kafka/numbered.ts';

const PARTITIONS = 4;

describeKafka('several readers of topics', notInstalledReason(), () => {
  let broker: SharedBroker;
  let kafka: KafkaRuntime;
  beforeAll(async () => {
    broker = await sharedBroker();
    kafka = await KafkaRuntime.start(broker.plaintext);
  });
  afterAll(() => kafka?.close());

  const { signal } = new AbortController();
  const totalOf = ({ id }: RuntimePipe, readers: number) =>
    numbers(0, readers).reduce((sum, reader) => sum + kafka.ledger.entry(id, reader).total.rows, 0);

  /** The pipe with this number of readers, divided as the worker does it. */
  const divided = async (pipe: RuntimePipe, replicas: number): Promise<RuntimePipe[]> => {
    const scaling = { replicas, concurrency: 1, replicaCpuMillicores: 500, replicaMemoryGb: 1 };
    const scaled = { ...pipe, definition: { ...pipe.definition, scaling } };
    expect(await kafka.runtime.divide?.(scaled, signal)).toBe(replicas);
    return numbers(0, replicas).map((reader) => ({ ...scaled, reader }));
  };

  /** Moves all readers until the pipe has moved so many rows. */
  const moveAll = async (readers: readonly RuntimePipe[], rows: number, known: number) => {
    const [pipe] = readers as [RuntimePipe];
    await Promise.all(readers.map((reader) => kafka.moveUntil(reader, () => totalOf(pipe, known) >= rows)));
  };

  const newTopic = async () => {
    const topic = await kafka.topics.create(PARTITIONS);
    const write = async (from: number, to: number) => {
      for (const partition of numbers(0, PARTITIONS))
        await kafka.topics.write(
          topic,
          numbered(from, to).filter((_, index) => index % PARTITIONS === partition),
          { partition },
        );
    };
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic });
    await kafka.prepare(pipe);
    return { topic, write, pipe };
  };

  const partitionsOf = ({ id }: RuntimePipe, reader: number) =>
    Object.keys(JSON.parse(kafka.ledger.entry(id, reader).position ?? '{}'));

  test('read different partitions, and every message arrives once when their number changes', async () => {
    const { topic, write, pipe } = await newTopic();
    await write(0, 40);
    await moveAll(await divided(pipe, 1), 40, 1);
    await write(40, 80);
    await moveAll(await divided(pipe, 2), 80, 2);
    expect([0, 1].map((reader) => partitionsOf(pipe, reader).length)).toEqual([2, 2]);
    await write(80, 120);
    await moveAll(await divided(pipe, 3), 120, 3);
    const owned = [0, 1, 2].flatMap((reader) => partitionsOf(pipe, reader));
    expect(owned.sort()).toEqual(numbers(0, PARTITIONS).map((partition) => `${topic}/${partition}`));
    await write(120, 160);
    await moveAll(await divided(pipe, 1), 160, 3);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 160));
    expect(partitionsOf(pipe, 0)).toHaveLength(PARTITIONS);
  });

  test('a batch that a reader has begun is repeated once before the partitions are divided again', async () => {
    const { topic, write, pipe } = await newTopic();
    await write(0, 40);
    const readers = await divided(pipe, 2);
    kafka.onStep = (step) => {
      if (step === 'finish') throw new Error('The process ends after the insert.');
    };
    for (const reader of readers)
      await expect(kafka.moveUntil(reader, () => false)).rejects.toThrow('The process ends');
    kafka.onStep = () => {};
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 40));
    expect([0, 1].map((reader) => kafka.ledger.entry(pipe.id, reader).pending)).not.toContain(undefined);

    const third = await divided(pipe, 3);
    expect(totalOf(pipe, 3)).toBe(40);
    await kafka.topics.write(topic, numbered(40, 50));
    await moveAll(third, 50, 3);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 50));
  });

  test('all start where the first one has decided to, and one of them reads a new partition', async () => {
    const topic = await kafka.topics.create(2);
    await kafka.topics.write(topic, numbered(0, 5));
    const offset = { strategy: 'from_latest' } as const;
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic, offset });
    await kafka.prepare(pipe);
    const readers = await divided(pipe, 3);
    await kafka.topics.write(topic, numbered(5, 10), { partition: 1 });
    await kafka.topics.addPartitions(topic, 3);
    await kafka.topics.write(topic, numbered(10, 15), { partition: 2 });
    await moveAll(readers, 10, 3);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(5, 15));
  });
});
