import { describeKafka, sharedBroker } from '@penstock/kafka/describe-kafka';
import type { SharedBroker } from '@penstock/kafka/shared-broker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notInstalledReason } from '../../../src/port/embedded/installed.ts';
import { kafkaPipe } from '../../support/kafka/kafka-pipe.ts';
import { KafkaRuntime } from '../../support/kafka/kafka-runtime.ts';
import { numbered, numbers } from '../../support/kafka/numbered.ts';

describeKafka('topics of a broker', notInstalledReason(), () => {
  let broker: SharedBroker;
  let kafka: KafkaRuntime;
  beforeAll(async () => {
    broker = await sharedBroker();
    kafka = await KafkaRuntime.start(broker.plaintext);
  });
  afterAll(() => kafka?.close());

  test('moves all partitions of all topics, once, and continues after the position', async () => {
    const { topics } = kafka;
    const first = await topics.create(2);
    const second = await topics.create(1);
    await topics.write(first, numbered(0, 100));
    await topics.write(first, numbered(100, 200), { partition: 1 });
    await topics.write(second, numbered(200, 300));
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: `${first},${second}` });
    await kafka.prepare(pipe);
    await kafka.moveMessages(pipe, 300);
    await topics.write(second, numbered(300, 400));
    await kafka.moveMessages(pipe, 400);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 400));
    expect(kafka.ledger.entry(pipe.id)).toMatchObject({
      position: JSON.stringify(
        first < second
          ? { [`${first}/0`]: 100, [`${first}/1`]: 100, [`${second}/0`]: 200 }
          : { [`${second}/0`]: 200, [`${first}/0`]: 100, [`${first}/1`]: 100 },
      ),
      lag: { seconds: 0, rowsByPart: { [`${first}/0`]: 0, [`${first}/1`]: 0, [`${second}/0`]: 0 } },
      total: { rows: 400, errors: 0 },
    });
  });

  test.for(['gzip', 'snappy', 'lz4', 'zstd'] as const)(
    'reads messages compressed with %s',
    async (compression) => {
      const { topics } = kafka;
      const topic = await topics.create();
      await topics.write(topic, numbered(0, 500), { compression });
      const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic });
      await kafka.prepare(pipe);
      await kafka.moveMessages(pipe, 500);
      expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 500));
    },
  );

  test('starts at the end, and an idle restart skips nothing', async () => {
    const { topics } = kafka;
    const topic = await topics.create();
    await topics.write(topic, numbered(0, 10));
    const pipe = kafkaPipe({
      brokers: broker.plaintext,
      topics: topic,
      offset: { strategy: 'from_latest' },
    });
    await kafka.prepare(pipe);
    await kafka.fixStart(pipe);
    await topics.write(topic, numbered(10, 20));
    await kafka.moveMessages(pipe, 10);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(10, 20));
  });

  test('starts at a time, and at the end if no message is that new', async () => {
    const { topics } = kafka;
    const topic = await topics.create(2);
    const at = Date.parse('2026-05-04T09:30:00Z');
    await topics.write(topic, numbered(0, 10), { timestamp: at - 1 });
    await topics.write(topic, numbered(10, 20), { timestamp: at });
    await topics.write(topic, numbered(20, 30), { timestamp: at - 1, partition: 1 });
    const pipe = kafkaPipe({
      brokers: broker.plaintext,
      topics: topic,
      offset: { strategy: 'from_timestamp', timestamp: '2026-05-04T09:30' },
    });
    await kafka.prepare(pipe);
    await kafka.moveMessages(pipe, 10);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(10, 20));
  });

  test('notices new partitions, and reads them from their first message', async () => {
    const { topics } = kafka;
    const topic = await topics.create();
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic, offset: { strategy: 'from_latest' } });
    await kafka.prepare(pipe);
    await kafka.fixStart(pipe);
    const moved = kafka.moveMessages(pipe, 10);
    await topics.addPartitions(topic, 2);
    await topics.write(topic, numbered(0, 10), { partition: 1 });
    await moved;
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 10));
  });

  test('skips messages of aborted transactions, markers and messages without a value', async () => {
    const { topics } = kafka;
    const topic = await topics.create();
    await topics.writeInTransaction(topic, numbered(0, 10), 'commit');
    await topics.writeInTransaction(topic, numbered(10, 20), 'abort');
    await topics.write(topic, [null, ...numbered(20, 30)]);
    await topics.writeInTransaction(topic, numbered(30, 40), 'commit');
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic });
    await kafka.prepare(pipe);
    await kafka.moveUntil(pipe, () => kafka.ledger.entry(pipe.id).lag?.rowsByPart?.[`${topic}/0`] === 0);
    expect(await kafka.idsOf(pipe)).toEqual([...numbers(0, 10), ...numbers(20, 40)]);
  });

  test('rejects messages that are no rows, with their location', async () => {
    const { topics } = kafka;
    const topic = await topics.create();
    await topics.write(topic, [
      '{"id":1}',
      'no JSON',
      '[{"id":2},{"id":3}]',
      '{"id":"x"}',
      '{"id":4}\n{"id":5}',
      '{"id":6',
    ]);
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic });
    await kafka.prepare(pipe);
    await kafka.moveMessages(pipe, 6);
    expect(await kafka.idsOf(pipe)).toEqual([1, 2, 3, 4, 5]);
    const rejected = await kafka.runtime.readRejectedRows(pipe, 10, undefined);
    expect(rejected.map(({ location, excerpt }) => [location, excerpt])).toEqual([
      [`${topic}/0/5`, '{"id":6'],
      [`${topic}/0/3`, '{"id":"x"}'],
      [`${topic}/0/1`, 'no JSON'],
    ]);
  });

  test('is not disturbed by members of its consumer group, and stores its progress there when they leave', async () => {
    const { topics } = kafka;
    const topic = await topics.create();
    const group = `group-of-${topic}`;
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic, consumerGroup: group });
    await kafka.prepare(pipe);
    await topics.write(topic, numbered(0, 10));
    const member = await topics.joinGroup(group, topic);
    await kafka.moveMessages(pipe, 10);
    await member.leave();
    await topics.write(topic, numbered(10, 20));
    await kafka.moveMessages(pipe, 20);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 20));
    expect(await topics.committed(group, topic)).toBe(20);
  });
});
