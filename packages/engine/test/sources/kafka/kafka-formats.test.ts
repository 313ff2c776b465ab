import { describeKafka, sharedBroker } from '@penstock/kafka/describe-kafka';
import type { SharedBroker } from '@penstock/kafka/shared-broker';
import avro from 'avsc';
import protobuf from 'protobufjs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PipeSecrets } from '../../../src/pipe.ts';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { notInstalledReason } from '../../../src/port/embedded/installed.ts';
import { kafkaPipe } from '../../support/kafka/kafka-pipe.ts';
import { KafkaRuntime } from '../../support/kafka/kafka-runtime.ts';
import { RegistryServer } from '../../support/kafka/registry-server.ts';

const ID_AND_NAME = [
  { name: 'id', type: 'long' },
  { name: 'name', type: 'string' },
];
const ORDER: avro.Schema = { type: 'record', name: 'Order', fields: ID_AND_NAME };
const order = avro.Type.forSchema(ORDER);
/** The same record with another field in front. */
const LATER_ORDER: avro.Schema = {
  type: 'record',
  name: 'Order',
  fields: [{ name: 'shop', type: 'string' }, ...ID_AND_NAME],
};
const laterOrder = avro.Type.forSchema(LATER_ORDER);

const PROTO = `syntax = "proto3";
package shop;
enum Unused { NONE = 0; }
message Customer { string email = 1; }
message Order {
  message Line { uint32 count = 1; }
  uint64 id = 1;
  string name = 2;
}`;
const orderMessage = protobuf.parse(PROTO).root.lookupType('shop.Order');

/** A message with the id of its schema in front. */
function registered(id: number, payload: Uint8Array): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(id, 1);
  return Buffer.concat([prefix, payload]);
}

/** An object container file with some records. */
async function avroFile(type: avro.Type, records: readonly unknown[]): Promise<Buffer> {
  const encoder = new avro.streams.BlockEncoder(type, { codec: 'deflate' });
  for (const record of records) encoder.write(record);
  encoder.end();
  return Buffer.concat(await encoder.toArray());
}

describeKafka('formats of messages', notInstalledReason(), () => {
  let broker: SharedBroker;
  let kafka: KafkaRuntime;
  let registry: RegistryServer;
  beforeAll(async () => {
    broker = await sharedBroker();
    kafka = await KafkaRuntime.start(broker.plaintext);
    registry = await RegistryServer.start(broker.certificates.server);
    registry.register(1, { schema: JSON.stringify(ORDER) });
    registry.register(2, { schema: JSON.stringify(LATER_ORDER), schemaType: 'AVRO' });
    registry.register(3, { schema: PROTO, schemaType: 'PROTOBUF' });
  });
  afterAll(async () => {
    await registry?.close();
    await kafka?.close();
  });
  beforeEach(() => {
    registry.failure = undefined;
  });

  async function pipeOf(
    format: string,
    values: readonly Buffer[],
    secrets?: PipeSecrets,
  ): Promise<[RuntimePipe, string]> {
    const { topics } = kafka;
    const topic = await topics.create();
    await topics.write(topic, values);
    const source = {
      brokers: broker.plaintext,
      topics: topic,
      format,
      ...(format !== 'Avro' && {
        schemaRegistry: { url: registry.url, caCertificate: broker.certificates.authority },
      }),
    };
    const pipe = kafkaPipe(source, {
      secrets: secrets ?? { schemaRegistryCredentials: registry.credentials },
    });
    return [pipe, topic];
  }

  const rejectedOf = async (pipe: RuntimePipe) =>
    (await kafka.runtime.readRejectedRows(pipe, 10, undefined)).map(({ location, reason }) => [
      location,
      reason,
    ]);

  test('reads Avro files with different schemas and codecs', async () => {
    const [pipe, topic] = await pipeOf('Avro', [
      await avroFile(order, [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ]),
      await avroFile(laterOrder, [{ shop: 'x', id: 3, name: 'c' }]),
      Buffer.from('no Avro'),
      await avroFile(order, [{ id: 4, name: 'd' }]),
      (await avroFile(order, [{ id: 5, name: 'e' }])).subarray(0, -4),
    ]);
    await kafka.prepare(pipe);
    await kafka.moveMessages(pipe, 5);
    expect(await kafka.idsOf(pipe)).toEqual([1, 2, 3, 4]);
    expect((await rejectedOf(pipe)).map(([location]) => location)).toEqual([`${topic}/0/4`, `${topic}/0/2`]);
  });

  test('reads Avro with schemas of a registry, and asks for each schema once', async () => {
    const [pipe, topic] = await pipeOf('AvroConfluent', [
      registered(1, order.toBuffer({ id: 1, name: 'a' })),
      registered(2, laterOrder.toBuffer({ shop: 'x', id: 2, name: 'b' })),
      registered(1, order.toBuffer({ id: 3, name: 'c' })),
      registered(404, order.toBuffer({ id: 4, name: 'd' })),
      registered(3, order.toBuffer({ id: 5, name: 'e' })),
      registered(1, order.toBuffer({ id: 6, name: 'cut off' }).subarray(0, 4)),
      Buffer.from('{"id":7}'),
    ]);
    await kafka.prepare(pipe);
    registry.reads = 0;
    await kafka.moveMessages(pipe, 7);
    expect(await kafka.rowsOf(pipe)).toMatchObject([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
      { id: 3, name: 'c' },
    ]);
    expect(registry.reads).toBe(4);
    expect(Object.fromEntries(await rejectedOf(pipe))).toEqual({
      [`${topic}/0/3`]: 'The schema registry has no schema with the id 404.',
      [`${topic}/0/4`]: 'The schema 3 has the type PROTOBUF, and the pipe reads AVRO.',
      [`${topic}/0/5`]: expect.any(String),
      [`${topic}/0/6`]: 'The message does not start with the id of a schema.',
    });
  });

  test('reads Avro with schemas that refer to others', async () => {
    const customer = {
      type: 'record',
      name: 'Customer',
      namespace: 'shop',
      fields: [{ name: 'name', type: 'string' }],
    } as const;
    const sale = (buyer: unknown) => ({
      type: 'record',
      name: 'Sale',
      namespace: 'shop',
      fields: [...ID_AND_NAME, { name: 'buyer', type: buyer }, { name: 'payer', type: 'shop.Customer' }],
    });
    registry.registerSubject('customers', 4, { schema: JSON.stringify(customer) });
    registry.register(5, {
      schema: JSON.stringify(sale('Customer')),
      references: [{ name: 'shop.Customer', subject: 'customers', version: 4 }],
    });
    const complete = avro.Type.forSchema(sale(customer) as avro.Schema);
    const record = { id: 1, name: 'a', buyer: { name: 'b' }, payer: { name: 'c' } };
    const [pipe] = await pipeOf('AvroConfluent', [registered(5, complete.toBuffer(record))]);
    await kafka.prepare(pipe);
    await kafka.moveMessages(pipe, 1);
    expect(await kafka.idsOf(pipe)).toEqual([1]);
  });

  test('reads Protobuf', async () => {
    const message = (id: number) => orderMessage.encode({ id, name: 'x' }).finish();
    // A count and a position, each multiplied by two: the second type of the file.
    const second = Buffer.from([2, 2]);
    const [pipe, topic] = await pipeOf('Protobuf', [
      registered(3, Buffer.concat([second, message(1)])),
      registered(3, Buffer.concat([second, message(2)])),
      registered(3, Buffer.concat([Buffer.from([2, 20]), message(3)])),
      registered(3, Buffer.concat([Buffer.from([4, 2, 0]), message(4)])),
      registered(3, Buffer.concat([second, Buffer.from([0xff, 0xff])])),
      registered(3, Buffer.from([2])),
    ]);
    await kafka.prepare(pipe);
    await kafka.moveMessages(pipe, 6);
    expect(await kafka.idsOf(pipe)).toEqual([1, 2]);
    expect(Object.fromEntries(await rejectedOf(pipe))).toEqual({
      [`${topic}/0/2`]: 'The schema has no message type at the position 10.',
      [`${topic}/0/3`]: expect.stringContaining('a type inside of Order'),
      [`${topic}/0/4`]: expect.any(String),
      [`${topic}/0/5`]: 'The message does not contain the position of its type.',
    });
  });

  test('infers columns in every format', async () => {
    const encoded = {
      JSONEachRow: Buffer.from('{"id":1,"name":"a"}'),
      Avro: await avroFile(order, [{ id: 1, name: 'a' }]),
      AvroConfluent: registered(1, order.toBuffer({ id: 1, name: 'a' })),
      Protobuf: registered(
        3,
        Buffer.concat([Buffer.from([2, 2]), orderMessage.encode({ id: 1, name: 'a' }).finish()]),
      ),
    };
    for (const [format, message] of Object.entries(encoded)) {
      const [{ definition, secrets }] = await pipeOf(format, [message]);
      const found = await kafka.runtime.discoverSchema({ source: definition.source, secrets });
      expect([format, found]).toEqual([
        format,
        {
          columns: [
            { name: 'id', type: expect.stringMatching(/Int64/) },
            { name: 'name', type: expect.stringMatching(/String/) },
          ],
          sampledRows: 1,
        },
      ]);
    }
  });

  test('a registry that responds with 500 interrupts the pipe, which continues later', async () => {
    const [pipe] = await pipeOf('AvroConfluent', [registered(1, order.toBuffer({ id: 1, name: 'a' }))]);
    await kafka.prepare(pipe);
    registry.failure = 500;
    await expect(kafka.moveMessages(pipe, 1)).rejects.toMatchObject({
      code: 'source_unreachable',
      message: expect.stringContaining('responded with the status 500'),
    });
    registry.failure = undefined;
    await kafka.moveMessages(pipe, 1);
    expect(await kafka.idsOf(pipe)).toEqual([1]);
  });

  test('a registry that rejects the credentials is reported when the pipe is set up', async () => {
    const [pipe] = await pipeOf('AvroConfluent', [], {
      schemaRegistryCredentials: { username: 'another-reader', password: 'wrong-password' },
    });
    await expect(kafka.prepare(pipe)).rejects.toMatchObject({ code: 'authentication_failed' });
  });
});
