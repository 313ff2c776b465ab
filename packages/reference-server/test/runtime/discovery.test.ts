import { notInstalledReason } from '@penstock/engine';
import { describeKafka, sharedBroker } from '@penstock/kafka/describe-kafka';
import { Topics } from '@penstock/kafka/topics';
import { KinesisEmulator } from '@penstock/kinesis/emulator';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { kafkaPipeBody } from '../support/kafka-feed.ts';
import { kinesisPipeBody } from '../support/kinesis-feed.ts';
import { type ObjectStore, openObjectStore } from '../support/object-store.ts';

const ROWS = [
  { id: 1, text: 'one' },
  { id: 2, text: 'two' },
];
const LINES = ROWS.map((row) => JSON.stringify(row));
const FOUND = {
  columns: [
    { name: 'id', type: 'Int64' },
    { name: 'text', type: 'String' },
  ],
  sampledRows: 2,
};

interface Body {
  readonly source: object;
  readonly destination: object;
}

describe.runIf(ENGINE_INSTALLED)('samples of sources', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({ environment: withEngine() });
  });
  afterAll(() => server.stop());

  /** Infers the columns, accepts a pipe with them, and rejects one with a column that the rows do not fit. */
  async function expectSamples(body: Body, kind: string): Promise<void> {
    const { source } = body;
    const discovered = await server.v1({ path: '/pipes/schemaDiscovery', body: { source } });
    expect([discovered.status, discovered.body.result]).toEqual([200, FOUND]);
    const create = (columns: readonly object[]) =>
      server.v1({
        path: '/pipes',
        body: {
          ...body,
          source: { ...source, validateSamples: true },
          destination: { ...body.destination, columns },
          startPaused: true,
        },
      });
    const [id] = FOUND.columns;
    const rejected = await create([id as object, { name: 'text', type: 'Date' }]);
    expect([kind, rejected.status, rejected.body.errors]).toEqual([
      kind,
      400,
      [expect.objectContaining({ pointer: '/destination/columns/1' })],
    ]);
    expect((await create(FOUND.columns)).status).toBe(200);
  }

  test('object storage', async () => {
    const store: ObjectStore = await openObjectStore();
    await store.put('sampled/1.json', ROWS);
    await expectSamples(store.pipeInto('sampled_objects', { folder: 'sampled' }), 'objectStorage');
    await store.close();
  });

  test('Kinesis', async () => {
    const emulator = await KinesisEmulator.start();
    vi.stubEnv('AWS_ENDPOINT_URL_KINESIS', emulator.url);
    const stream = await emulator.createStream(2);
    await emulator.put(stream, LINES);
    await expectSamples(kinesisPipeBody(stream, 'sampled_records'), 'kinesis');
    vi.unstubAllEnvs();
    await emulator.stop();
  });

  describeKafka('of brokers', notInstalledReason(), () => {
    test('Kafka', async () => {
      const { plaintext } = await sharedBroker();
      const topics = new Topics(plaintext);
      const topic = await topics.create();
      await topics.write(topic, LINES);
      await expectSamples(kafkaPipeBody(plaintext, topic, 'sampled_messages'), 'kafka');
      await topics.close();
    });
  });
});
