import { createHash } from 'node:crypto';
import { KinesisEmulator } from '@penstock/kinesis/emulator';
import avro from 'avsc';
import fc from 'fast-check';
import protobuf from 'protobufjs/minimal.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { deaggregate } from '../../../src/sources/kinesis/aggregated-record.ts';
import { describeWithEngine } from '../../support/engines.ts';
import { numbered } from '../../support/kafka/numbered.ts';
import { kinesisPipe } from '../../support/kinesis-pipe.ts';
import { type PipeMover, pipeMover } from '../../support/pipe-mover.ts';

describeWithEngine('records of Kinesis', (engine) => {
  let kinesis: KinesisEmulator;
  let mover: PipeMover;
  beforeAll(async () => {
    kinesis = await KinesisEmulator.start();
    vi.stubEnv('AWS_ENDPOINT_URL_KINESIS', kinesis.url);
    mover = pipeMover(engine());
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await kinesis.stop();
  });

  const streamWith = async (records: readonly (string | Uint8Array)[], shards = 1) => {
    const stream = await kinesis.createStream(shards);
    await kinesis.put(stream, records);
    return stream;
  };
  const move = (pipe: RuntimePipe, messages: number) =>
    mover.move(pipe, () => mover.ledger.entry(pipe.id).total.rows >= messages);
  const discover = ({ definition: { source }, secrets }: RuntimePipe) =>
    mover.runtime.discoverSchema({ source, secrets });

  test('Avro: reads and samples object container files', async () => {
    const pipe = kinesisPipe(await streamWith([await avroFile({ id: 1, name: 'one' })]), { format: 'Avro' });
    await move(pipe, 1);
    expect(await mover.rows(pipe)).toEqual([{ id: 1, name: 'one' }]);
    expect(await mover.runtime.readSample(pipe)).toEqual({ read: true, errors: [] });
    expect(await discover(pipe)).toEqual({
      columns: [
        { name: 'id', type: 'Int64' },
        { name: 'name', type: 'String' },
      ],
      sampledRows: 1,
    });
  });

  test('reads the records in a record of the Kinesis Producer Library', async () => {
    const pipe = kinesisPipe(await streamWith([aggregated(numbered(0, 3)), ...numbered(3, 5)]));
    await move(pipe, 5);
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
  });

  test('infers the columns of JSON from all shards', async () => {
    const pipe = kinesisPipe(await streamWith(numbered(0, 30), 3));
    expect(await discover(pipe)).toEqual({
      columns: [
        { name: 'id', type: 'Int64' },
        { name: 'name', type: 'String' },
      ],
      sampledRows: 30,
    });
  });

  test('names the column that a record does not fit', async () => {
    const columns = [
      { name: 'id', type: 'UInt64' },
      { name: 'name', type: 'Date' },
    ];
    const pipe = kinesisPipe(await streamWith(numbered(0, 3)), {}, columns);
    expect(await mover.runtime.readSample(pipe)).toEqual({
      read: true,
      errors: [
        { pointer: '/destination/columns/1', message: expect.stringContaining('does not fit the messages') },
      ],
    });
  });

  test('an empty stream has no sample', async () => {
    const pipe = kinesisPipe(await streamWith([]));
    expect(await mover.runtime.readSample(pipe)).toEqual({ read: false, errors: [] });
    expect(await discover(pipe)).toEqual({ columns: [], sampledRows: 0 });
  });
});

test('a record that is not aggregated stays as it is', () => {
  const [record] = [aggregated(['one'])];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), (bytes, at) => {
      const changed = Buffer.from(record);
      changed[at % record.length] = (changed[at % record.length] as number) ^ 1;
      for (const data of [bytes, changed]) expect(deaggregate(data)).toEqual([data]);
    }),
  );
});

test('finds all records in an aggregated one', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (records) => {
      const found = deaggregate(aggregated(records)).map((data) => Buffer.from(data).toString());
      expect(found).toEqual(records);
    }),
  );
});

async function avroFile(row: object): Promise<Buffer> {
  const type = avro.Type.forSchema({
    type: 'record',
    name: 'Order',
    fields: [
      { name: 'id', type: 'long' },
      { name: 'name', type: 'string' },
    ],
  });
  const encoder = new avro.streams.BlockEncoder(type);
  encoder.write(row);
  encoder.end();
  return Buffer.concat(await encoder.toArray());
}

/** Records as the Kinesis Producer Library writes them: a table of partition keys, and records with the index of their key. */
function aggregated(records: readonly string[]): Buffer {
  const writer = protobuf.Writer.create().uint32(10).string('key');
  for (const record of records) {
    writer.uint32(26).fork();
    writer.uint32(8).uint64(0).uint32(26).bytes(Buffer.from(record)).ldelim();
  }
  const content = writer.finish();
  return Buffer.concat([Buffer.from('f3899ac2', 'hex'), content, createHash('md5').update(content).digest()]);
}
