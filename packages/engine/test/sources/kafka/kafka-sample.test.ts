import { describeKafka, sharedBroker } from '@penstock/kafka/describe-kafka';
import type { SharedBroker } from '@penstock/kafka/shared-broker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notInstalledReason } from '../../../src/port/embedded/installed.ts';
import { kafkaPipe } from '../../support/kafka/kafka-pipe.ts';
import { KafkaRuntime } from '../../support/kafka/kafka-runtime.ts';

describeKafka('samples of topics', notInstalledReason(), () => {
  let broker: SharedBroker;
  let kafka: KafkaRuntime;
  beforeAll(async () => {
    broker = await sharedBroker();
    kafka = await KafkaRuntime.start(broker.plaintext);
  });
  afterAll(() => kafka?.close());

  async function pipeWith(values: readonly string[], type = 'UInt64') {
    const topic = await kafka.topics.create(2);
    await kafka.topics.write(topic, values, { partition: 1 });
    const columns = [
      { name: 'id', type },
      { name: 'name', type: 'String' },
    ];
    return kafkaPipe({ brokers: broker.plaintext, topics: topic }, { columns });
  }

  test('accepts messages that fit the columns', async () => {
    const pipe = await pipeWith(['{"id":1,"name":"a","other":true}', '{"id":2}']);
    expect(await kafka.runtime.readSample(pipe)).toEqual({ read: true, errors: [] });
  });

  test('names the column that a message does not fit', async () => {
    const pipe = await pipeWith(['{"id":1}', '{"id":"one"}']);
    expect(await kafka.runtime.readSample(pipe)).toEqual({
      read: true,
      errors: [
        { pointer: '/destination/columns/0', message: expect.stringContaining('does not fit the messages') },
      ],
    });
  });

  test('names the mapping of the column', async () => {
    const pipe = await pipeWith(['{"number":"one"}']);
    const fieldMappings = [{ sourceField: 'number', destinationField: 'id' }];
    const { errors } = await kafka.runtime.readSample({
      ...pipe,
      definition: { ...pipe.definition, fieldMappings },
    });
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/fieldMappings/0/sourceField']);
  });

  test('names the format if a message is not in it', async () => {
    const pipe = await pipeWith(['<order id="1"/>']);
    const { errors } = await kafka.runtime.readSample(pipe);
    expect(errors).toMatchObject([{ pointer: '/source/kafka/format' }]);
  });

  test('reads nothing from an empty topic', async () => {
    expect(await kafka.runtime.readSample(await pipeWith([]))).toEqual({ read: false, errors: [] });
  });

  test('infers columns', async () => {
    const { definition, secrets } = await pipeWith([
      '{"id":1,"at":"2026-05-04 09:30:00","tags":["a"]}',
      '{"id":2,"total":1.5}',
    ]);
    expect(await kafka.runtime.discoverSchema({ source: definition.source, secrets })).toEqual({
      columns: [
        { name: 'id', type: expect.stringContaining('Int64') },
        { name: 'at', type: expect.stringContaining('DateTime') },
        { name: 'tags', type: expect.stringContaining('Array') },
        { name: 'total', type: expect.stringContaining('Float64') },
      ],
      sampledRows: 2,
    });
  });
});
