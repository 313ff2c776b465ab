import { KinesisEmulator } from '@penstock/kinesis/emulator';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { engineRuntime } from '../../../src/runtime.ts';
import { ALL_SOURCES } from '../../../src/sources/all-sources.ts';
import { describeWithEngine } from '../../support/engines.ts';
import { numbered } from '../../support/kafka/numbered.ts';
import { kinesisPipe } from '../../support/kinesis-pipe.ts';
import { type PipeMover, pipeMover } from '../../support/pipe-mover.ts';

const HOUR_MS = 3_600_000;
const SHARD = 'shardId-000000000000';

describeWithEngine('what Kinesis pipes report', (engine) => {
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

  const prepare = (pipe: RuntimePipe) => mover.runtime.reachNextState(pipe, new AbortController().signal);
  const isDone = (pipe: RuntimePipe, count: number) => () => mover.ledger.entry(pipe.id).total.rows >= count;

  test('a stream that does not exist', async () => {
    await expect(prepare(kinesisPipe('absent', { region: 'eu-west-1' }))).rejects.toMatchObject({
      code: 'source_not_found',
      message:
        'The region eu-west-1 has no stream absent. Check the name, the region and the account, or create the stream.',
    });
  });

  test.each([
    ['UnrecognizedClientException', 400, 'authentication_failed'],
    ['InvalidSignatureException', 400, 'authentication_failed'],
    ['ExpiredTokenException', 400, 'authentication_failed'],
    ['AccessDeniedException', 400, 'authentication_failed'],
    ['KMSAccessDeniedException', 400, 'authentication_failed'],
    ['LimitExceededException', 400, 'source_unreachable'],
    ['InternalFailure', 500, 'source_unreachable'],
  ])('the error %s', async (type, status, code) => {
    const stream = await kinesis.createStream(1);
    kinesis.onRequest = () => ({ status, type });
    onTestFinished(() => {
      kinesis.onRequest = () => undefined;
    });
    const pipe = kinesisPipe(stream);
    await expect(prepare(pipe)).rejects.toMatchObject({ code, message: expect.stringContaining(type) });
  });

  test('an endpoint that does not respond', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_KINESIS', 'http://127.0.0.1:1');
    onTestFinished(() => void vi.stubEnv('AWS_ENDPOINT_URL_KINESIS', kinesis.url));
    await expect(prepare(kinesisPipe('orders'))).rejects.toMatchObject({
      code: 'source_unreachable',
      message: expect.stringContaining('nothing listens at its address'),
    });
  });

  test('an endpoint that sources may not have', async () => {
    const { ledger } = mover;
    const runtime = engineRuntime({
      engine: engine(),
      ledger,
      allowedHosts: ['*.amazonaws.com'],
      sources: ALL_SOURCES,
    });
    const pipe = kinesisPipe('orders');
    await expect(runtime.reachNextState(pipe, new AbortController().signal)).rejects.toMatchObject({
      code: 'source_unreachable',
      message: expect.stringContaining('The host 127.0.0.1 is not allowed for sources'),
    });
  });

  /** A pipe that has read 10 records, and what it stored. */
  async function movedPipe() {
    const stream = await kinesis.createStream(1);
    await kinesis.put(stream, numbered(0, 10));
    const pipe = kinesisPipe(stream);
    await mover.move(pipe, isDone(pipe, 10));
    const entry = mover.ledger.entry(pipe.id);
    return { stream, pipe, entry, position: JSON.parse(entry.position ?? '') };
  }

  test('a pause that was longer than the retention', async () => {
    const { pipe, entry, position } = await movedPipe();
    entry.position = JSON.stringify({ ...position, readAt: Date.now() - 30 * HOUR_MS });
    await expect(mover.move(pipe)).rejects.toMatchObject({
      code: 'position_lost',
      message: expect.stringContaining(
        'keeps records for 24 hours, and the pipe last read all of them 30 hours ago',
      ),
    });
  });

  test('a shard that has expired before it was read to its end', async () => {
    const { pipe, entry, position } = await movedPipe();
    entry.position = JSON.stringify({
      ...position,
      shards: { ...position.shards, 'shardId-000000000007': '49' },
    });
    await expect(mover.move(pipe)).rejects.toMatchObject({
      code: 'position_lost',
      message: expect.stringContaining('has no shardId-000000000007 any more'),
    });
  });

  test('a stream that was created again', async () => {
    const { stream, pipe } = await movedPipe();
    await kinesis.createAgain(stream);
    await expect(mover.move(pipe)).rejects.toMatchObject({
      code: 'position_lost',
      message: expect.stringContaining('The stream was created again'),
    });
  });

  test('a batch whose records do not exist any more', async () => {
    const { pipe, entry, position } = await movedPipe();
    const last = position.shards[SHARD];
    entry.pending = JSON.stringify({ position, records: { [SHARD]: [last, last, 2] } });
    await expect(mover.move(pipe)).rejects.toMatchObject({
      code: 'position_lost',
      message: expect.stringContaining('A batch with 2 records'),
    });
  });

  test('parts of a definition that are not supported', async () => {
    const timestamp = Date.now() / 1000 + 3_600;
    const { definition } = kinesisPipe('orders', {
      format: 'AvroConfluent',
      iteratorType: 'AT_TIMESTAMP',
      timestamp,
    });
    expect(await mover.runtime.checkDefinition(definition)).toEqual([
      { pointer: '/source/kinesis/format', message: expect.stringContaining('needs a schema registry') },
      { pointer: '/source/kinesis/timestamp', message: expect.stringContaining('is in the future') },
    ]);
  });
});
