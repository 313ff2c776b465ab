import { KinesisEmulator } from '@penstock/kinesis/emulator';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { describeWithEngine } from '../../support/engines.ts';
import { numbered, numbers } from '../../support/kafka/numbered.ts';
import { kinesisPipe } from '../../support/kinesis-pipe.ts';
import { memoryLedger } from '../../support/memory-ledger.ts';
import { type PipeMover, pipeMover } from '../../support/pipe-mover.ts';

describeWithEngine('pipes from Kinesis', (engine) => {
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

  const totalOf = (pipe: RuntimePipe) => mover.ledger.entry(pipe.id).total;
  const moveMessages = (pipe: RuntimePipe, count: number) =>
    mover.move(pipe, () => totalOf(pipe).rows + totalOf(pipe).errors >= count);
  const fixStart = (pipe: RuntimePipe) =>
    mover.move(pipe, () => mover.ledger.entry(pipe.id).position !== undefined);
  const idsOf = async (pipe: RuntimePipe) => (await mover.rows(pipe)).map(({ id }) => Number(id));
  const onRequest = (handle: KinesisEmulator['onRequest']) => {
    kinesis.onRequest = handle;
    onTestFinished(() => {
      kinesis.onRequest = () => undefined;
    });
  };

  test('moves the records of all shards, and continues after them', async () => {
    const stream = await kinesis.createStream(3);
    await kinesis.put(stream, numbered(0, 50));
    const pipe = kinesisPipe(stream);
    await moveMessages(pipe, 50);
    await kinesis.put(stream, numbered(50, 60));
    await moveMessages(pipe, 60);
    expect(await idsOf(pipe)).toEqual(numbers(0, 60));
    expect(mover.ledger.entry(pipe.id).lag).toEqual({ seconds: expect.any(Number) });
  });

  test('every row arrives once while shards are split and merged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('put', 'split', 'merge', 'restart'), { minLength: 4, maxLength: 8 }),
        async (steps) => {
          const stream = await kinesis.createStream(2);
          const pipe = kinesisPipe(stream);
          let written = 0;
          let shards = 2;
          const put = async () => {
            await kinesis.put(stream, numbered(written, written + 20));
            written += 20;
          };
          await put();
          await fixStart(pipe);
          let stop = new AbortController();
          let moving = mover.runtime.move?.(pipe, stop.signal, () => {});
          for (const step of steps) {
            await put();
            if (step === 'split') shards += 1;
            if (step === 'split') await kinesis.split(stream);
            if (step === 'merge' && shards > 1) {
              shards -= 1;
              await kinesis.merge(stream);
            }
            if (step !== 'restart') continue;
            stop.abort();
            await moving;
            stop = new AbortController();
            moving = mover.runtime.move?.(pipe, stop.signal, () => {});
          }
          await put();
          await expect.poll(() => totalOf(pipe).rows).toBe(written);
          stop.abort();
          await moving;
          expect(await idsOf(pipe)).toEqual(numbers(0, written));
        },
      ),
      { numRuns: 3 },
    );
  });

  test('a child starts when its parents are read to their ends', async () => {
    const stream = await kinesis.createStream(1);
    await kinesis.put(stream, numbered(0, 10));
    await kinesis.split(stream);
    await kinesis.put(stream, numbered(10, 20));
    await kinesis.merge(stream);
    await kinesis.put(stream, numbered(20, 30));
    const pipe = kinesisPipe(stream);
    await moveMessages(pipe, 30);
    expect(await idsOf(pipe)).toEqual(numbers(0, 30));
    const shards = JSON.parse(mover.ledger.entry(pipe.id).position ?? '').shards as Record<string, string>;
    const ended = [0, 1, 2].map((shard) => shards[`shardId-00000000000${shard}`]);
    expect(ended).toEqual(['ended', 'ended', 'ended']);
  });

  test('several readers divide the shards, and a child waits for parents of another reader', async () => {
    const stream = await kinesis.createStream(2);
    const pipe = kinesisPipe(stream);
    const replicated = {
      ...pipe,
      definition: { ...pipe.definition, scaling: { replicas: 2 } },
    } as RuntimePipe;
    await mover.runtime.reachNextState(replicated, new AbortController().signal);
    expect(await mover.runtime.divide?.(replicated, new AbortController().signal)).toBe(2);
    const stop = new AbortController();
    const readers = [0, 1].map((reader) =>
      mover.runtime.move?.({ ...replicated, reader }, stop.signal, () => {}),
    );
    await kinesis.put(stream, numbered(0, 20));
    await kinesis.merge(stream);
    await kinesis.put(stream, numbered(20, 30));
    await kinesis.split(stream);
    await kinesis.put(stream, numbered(30, 50));
    const totals = () => [0, 1].map((reader) => mover.ledger.entry(pipe.id, reader).total.rows);
    await expect.poll(() => totals().reduce((sum, rows) => sum + rows)).toBe(50);
    stop.abort();
    await Promise.all(readers);
    expect(totals()).not.toContain(0);
    expect(await idsOf(pipe)).toEqual(numbers(0, 50));
  });

  test('LATEST stays where it was when the pipe started, also after a crash before the first record', async () => {
    const stream = await kinesis.createStream(1);
    await kinesis.put(stream, numbered(0, 5));
    const second = Math.floor(Date.now() / 1000);
    // The service knows the time of its responses in seconds.
    await expect.poll(() => Math.floor(Date.now() / 1000) > second).toBe(true);
    const pipe = kinesisPipe(stream, { iteratorType: 'LATEST' });
    await fixStart(pipe);
    await kinesis.put(stream, numbered(5, 10));
    await kinesis.split(stream);
    await kinesis.put(stream, numbered(10, 15));
    await moveMessages(pipe, 10);
    expect(await idsOf(pipe)).toEqual(numbers(5, 15));
  });

  test('AT_TIMESTAMP starts at the first record of that time', async () => {
    const stream = await kinesis.createStream(1);
    await kinesis.put(stream, numbered(0, 5));
    const written = Date.now();
    await expect.poll(() => Date.now() > written).toBe(true);
    const timestamp = Date.now() / 1000;
    await kinesis.put(stream, numbered(5, 10));
    const pipe = kinesisPipe(stream, { iteratorType: 'AT_TIMESTAMP', timestamp });
    await moveMessages(pipe, 5);
    expect(await idsOf(pipe)).toEqual(numbers(5, 10));
  });

  test('an interrupted batch is repeated with exactly its records, and inserted once', async () => {
    const stream = await kinesis.createStream(2);
    await kinesis.put(stream, numbered(0, 30));
    const pipe = kinesisPipe(stream);
    const entry = mover.ledger.entry(pipe.id);
    let isInterrupted = false;
    const interrupted = pipeMover(
      engine(),
      memoryLedger((step) => {
        if (step !== 'finish' || isInterrupted || !wasFed(interrupted.ledger.entry(pipe.id).pending)) return;
        isInterrupted = true;
        throw new Error('the process ended');
      }),
    );
    await expect(interrupted.move(pipe)).rejects.toThrow('the process ended');
    const { position, pending } = interrupted.ledger.entry(pipe.id);
    expect(await idsOf(pipe)).not.toEqual([]);
    Object.assign(entry, { position, pending });
    await kinesis.put(stream, numbered(30, 40));
    await moveMessages(pipe, 40);
    expect(await idsOf(pipe)).toEqual(numbers(0, 40));
  });

  test('continues after expired iterators and throttling', async () => {
    const stream = await kinesis.createStream(1);
    await kinesis.put(stream, numbered(0, 10));
    const types = ['ExpiredIteratorException', 'ExpiredIteratorException'];
    onRequest((action) => {
      const type = action === 'GetRecords' ? types.pop() : undefined;
      return type === undefined ? undefined : { status: 400, type };
    });
    const pipe = kinesisPipe(stream);
    await moveMessages(pipe, 10);
    types.push(...Array.from({ length: 3 }, () => 'ProvisionedThroughputExceededException'));
    await kinesis.put(stream, numbered(10, 20));
    await moveMessages(pipe, 20);
    expect(types).toEqual([]);
    expect(await idsOf(pipe)).toEqual(numbers(0, 20));
  });

  test('a record that is no row is rejected with its location', async () => {
    const stream = await kinesis.createStream(1);
    await kinesis.put(stream, [...numbered(0, 2), '{"id":"many"}', 'nothing']);
    const pipe = kinesisPipe(stream);
    await moveMessages(pipe, 4);
    expect(await idsOf(pipe)).toEqual([0, 1]);
    const locations = (await mover.rejected(pipe)).map(({ location }) => location);
    expect(locations).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^shardId-0{12}\/\d+$/)));
  });
});

/** Whether a batch has records. */
function wasFed(range: string | undefined): boolean {
  return range !== undefined && Object.keys(JSON.parse(range).records).length > 0;
}
