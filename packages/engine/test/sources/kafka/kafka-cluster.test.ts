import { Cluster } from '@penstock/kafka/cluster';
import { describeKafka } from '@penstock/kafka/describe-kafka';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notInstalledReason } from '../../../src/port/embedded/installed.ts';
import { kafkaPipe } from '../../support/kafka/kafka-pipe.ts';
import { KafkaRuntime } from '../../support/kafka/kafka-runtime.ts';
import { numbered, numbers } from '../../support/kafka/numbered.ts';

describeKafka('a cluster of two brokers', notInstalledReason(), () => {
  let cluster: Cluster;
  let kafka: KafkaRuntime;
  beforeAll(async () => {
    cluster = await Cluster.start();
    kafka = await KafkaRuntime.start(cluster.addresses);
  });
  afterAll(async () => {
    await kafka?.close();
    await cluster?.end();
  });

  test('a pipe follows its partitions to the other broker, and reports when both are away', async () => {
    const { topics } = kafka;
    const topic = await topics.create(3, {}, 2);
    const write = async (from: number) => {
      for (const partition of [0, 1, 2])
        await topics.write(topic, numbered(from + 10 * partition, from + 10 * partition + 10), { partition });
    };
    await write(0);
    const pipe = kafkaPipe({ brokers: cluster.addresses, topics: topic });
    await kafka.prepare(pipe);
    await kafka.moveMessages(pipe, 30);

    expect(await topics.leadersOf(topic)).toContain(cluster.expendable);
    const moved = kafka.moveMessages(pipe, 60);
    await cluster.killExpendable();
    await write(30);
    await moved;
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 60));

    const interrupted = expect(kafka.moveMessages(pipe, 90)).rejects.toMatchObject({
      code: 'source_unreachable',
    });
    await cluster.killAll();
    await interrupted;

    await cluster.startFirst();
    await write(60);
    await kafka.moveMessages(pipe, 90);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 90));
  });
});
