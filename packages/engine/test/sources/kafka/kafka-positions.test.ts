import { describeKafka, sharedBroker } from '@penstock/kafka/describe-kafka';
import type { SharedBroker } from '@penstock/kafka/shared-broker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notInstalledReason } from '../../../src/port/embedded/installed.ts';
import { kafkaPipe } from '../../support/kafka/kafka-pipe.ts';
import { KafkaRuntime } from '../../support/kafka/kafka-runtime.ts';
import { numbered, numbers } from '../../support/kafka/numbered.ts';

describeKafka('positions in topics', notInstalledReason(), () => {
  let broker: SharedBroker;
  let kafka: KafkaRuntime;
  beforeAll(async () => {
    broker = await sharedBroker();
    kafka = await KafkaRuntime.start(broker.plaintext);
  });
  afterAll(() => kafka?.close());

  /** A pipe that has begun a batch of 10 messages in each of two partitions, and did not finish it. */
  async function interruptedPipe() {
    const { topics } = kafka;
    const topic = await topics.create(2);
    await topics.write(topic, numbered(0, 10));
    await topics.write(topic, numbered(10, 20), { partition: 1 });
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic });
    await kafka.prepare(pipe);
    await kafka.fixStart(pipe);
    const entry = kafka.ledger.entry(pipe.id);
    entry.pending = JSON.stringify({ [`${topic}/0`]: [2, 8, 6], [`${topic}/1`]: [0, 10, 10] });
    return { topic, pipe, entry };
  }

  test('repeats exactly the messages of a batch, and continues after it', async () => {
    const { topic, pipe } = await interruptedPipe();
    await kafka.topics.write(topic, numbered(20, 30));
    await kafka.moveMessages(pipe, 28);
    expect(await kafka.idsOf(pipe)).toEqual([...numbers(2, 30)]);
  });

  test('a batch that was inserted before a crash is inserted once', async () => {
    const { pipe, entry } = await interruptedPipe();
    const { pending } = entry;
    await kafka.moveMessages(pipe, 16);
    Object.assign(entry, { pending, position: undefined });
    await kafka.moveMessages(pipe, 34);
    expect(await kafka.idsOf(pipe)).toEqual(numbers(2, 20));
  });

  test('a batch whose messages were deleted needs an operator', async () => {
    const { topic, pipe } = await interruptedPipe();
    await kafka.topics.deleteBefore(topic, 0, 5);
    await expect(kafka.moveMessages(pipe, 16)).rejects.toMatchObject({
      name: 'PipeError',
      code: 'position_lost',
      message: expect.stringContaining(`The messages 2 to 4 of ${topic}/0 were deleted`),
    });
  });

  test('a batch that has fewer messages than before needs an operator', async () => {
    const { topic, pipe, entry } = await interruptedPipe();
    entry.pending = JSON.stringify({ [`${topic}/0`]: [2, 8, 7] });
    await expect(kafka.moveMessages(pipe, 16)).rejects.toMatchObject({
      code: 'position_lost',
      message: expect.stringContaining('only 6 of them still exist'),
    });
  });

  test('messages that were deleted before they were read need an operator', async () => {
    const { topic, pipe, entry } = await interruptedPipe();
    entry.pending = undefined;
    await kafka.topics.deleteBefore(topic, 1, 7);
    await expect(kafka.moveMessages(pipe, 20)).rejects.toMatchObject({
      code: 'position_lost',
      message: expect.stringContaining(`The messages 0 to 6 of ${topic}/1 were deleted`),
    });
  });

  test('a topic that was created again needs an operator', async () => {
    const { topic, pipe, entry } = await interruptedPipe();
    entry.pending = undefined;
    entry.position = JSON.stringify({ [`${topic}/0`]: 400, [`${topic}/1`]: 10 });
    await expect(kafka.moveMessages(pipe, 20)).rejects.toMatchObject({
      code: 'position_lost',
      message: expect.stringContaining('from message 400, but it ends at 10'),
    });
  });

  test('a topic that is deleted is reported', async () => {
    const { topic, pipe, entry } = await interruptedPipe();
    entry.pending = undefined;
    await kafka.moveMessages(pipe, 20);
    const reported = expect(kafka.moveMessages(pipe, 30)).rejects.toMatchObject({ code: 'source_not_found' });
    await Promise.all([kafka.topics.delete(topic), reported]);
  });

  test('every message arrives once while the engine and the pipe are interrupted', async () => {
    const { topics, engine } = kafka;
    const { restarts } = engine.status;
    const topic = await topics.create(3);
    const pipe = kafkaPipe({ brokers: broker.plaintext, topics: topic });
    await kafka.prepare(pipe);
    const interruptions: (() => void)[] = [
      () => process.kill(engine.pid as number, 'SIGKILL'),
      () => {
        throw new Error('The process ended before it stored the step.');
      },
    ];
    let steps = 0;
    kafka.onStep = () => {
      steps += 1;
      if (steps % 3 === 0 && steps < 20) interruptions[steps % 2]?.();
    };
    for (let round = 0; round < 10; round += 1) {
      for (const partition of [0, 1, 2]) {
        const from = 3_000 * round + 1_000 * partition;
        await topics.write(topic, numbered(from, from + 1_000), { partition });
      }
      while (kafka.ledger.entry(pipe.id).total.rows < 3_000 * (round + 1))
        await kafka.moveMessages(pipe, 3_000 * (round + 1)).catch(() => {});
    }
    kafka.onStep = () => {};
    expect(await kafka.idsOf(pipe)).toEqual(numbers(0, 30_000));
    expect(engine.status.restarts - restarts).toBeGreaterThan(1);
  });
});
