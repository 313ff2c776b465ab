import { missingForQueues } from '@penstock/object-storage/queue-installation';
import { QueueServer } from '@penstock/object-storage/queue-server';
import { BUCKET, type S3Server, startS3 } from '@penstock/object-storage/s3-server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { announcedObjects } from '../../../src/sources/object-storage/queue/s3-events.ts';
import { describeWithEngine } from '../../support/engines.ts';
import { memoryLedger } from '../../support/memory-ledger.ts';
import { objectPipe } from '../../support/object-storage.ts';
import { type PipeMover, pipeMover } from '../../support/pipe-mover.ts';

const missing = missingForQueues();
const title = missing === undefined ? 'objects that a queue announces' : `queues (skipped: ${missing})`;

/** The body of a message of S3. */
function event(key: string, change: { name?: string; bucket?: string; at?: number } = {}): string {
  const { name = 'ObjectCreated:Put', bucket = BUCKET, at = Date.now() } = change;
  const s3 = { bucket: { name: bucket }, object: { key: encodeURIComponent(key).replaceAll('%20', '+') } };
  return JSON.stringify({ Records: [{ eventName: name, eventTime: new Date(at).toISOString(), s3 }] });
}

describe.skipIf(missing !== undefined)(title, () => {
  describeWithEngine('moved by a pipe', (engine) => {
    let s3: S3Server;
    let queues: QueueServer;
    let mover: PipeMover;
    beforeAll(async () => {
      [s3, queues] = await Promise.all([startS3(), QueueServer.start()]);
      mover = pipeMover(engine());
    });
    afterAll(async () => {
      await Promise.all([s3.stop(), queues.stop()]);
    });

    const pipeFrom = (queueUrl: string, folder: string): RuntimePipe =>
      objectPipe(s3, `${folder}/*.jsonl`, { source: { isContinuous: true, queueUrl } });
    const put = (folder: string, id: number) => s3.put(`${folder}/${id}.jsonl`, `{"id":${id}}\n`);
    const announce = (queue: string, folder: string, id: number, at?: number) =>
      queues.send(queue, event(`${folder}/${id}.jsonl`, at === undefined ? {} : { at }));
    const idsOf = async (pipe: RuntimePipe) => (await mover.rows(pipe)).map(({ id }) => id);
    /** Moves until all messages are deleted, and so many rows are in the table. */
    const moveAll = async (pipe: RuntimePipe, queue: string, rows: number, by = mover) => {
      const stop = new AbortController();
      await by.runtime.reachNextState(pipe, stop.signal);
      const moving = by.runtime.move?.(pipe, stop.signal, () => {});
      const state = async () => [by.ledger.entry(pipe.id).total.rows, await queues.count(queue)];
      await Promise.race([expect.poll(state).toEqual([rows, 0]), moving]);
      stop.abort();
      await moving;
    };

    test('existing objects are listed, and new ones are read in any order, once', async () => {
      const queue = await queues.create();
      const pipe = pipeFrom(queue, 'orders');
      for (const id of [50, 51]) await put('orders', id);
      // They existed before, so the listing has them.
      for (const id of [50, 51]) await announce(queue, 'orders', id);
      await moveAll(pipe, queue, 2);
      for (const id of [9, 60, 1]) {
        await put('orders', id);
        await announce(queue, 'orders', id);
        await announce(queue, 'orders', id);
      }
      await moveAll(pipe, queue, 5);
      await announce(queue, 'orders', 60);
      await s3.put('orders/50.jsonl', '{"id":52}\n');
      await announce(queue, 'orders', 50);
      await moveAll(pipe, queue, 6);
      expect(await idsOf(pipe)).toEqual([1, 50, 51, 52, 60, 9].toSorted((one, other) => one - other));
    });

    test('messages of others are deleted with a note, and other events without one', async () => {
      const queue = await queues.create();
      const pipe = pipeFrom(queue, 'others');
      await queues.send(queue, '{"Service":"Amazon S3","Event":"s3:TestEvent","Bucket":"exports"}');
      await queues.send(queue, 'not JSON');
      await queues.send(queue, '{"Records":[{"eventSource":"aws:sns"}]}');
      await queues.send(queue, event('others/1.jsonl', { bucket: 'elsewhere' }));
      await queues.send(queue, event('others/1.jsonl', { name: 'ObjectRemoved:Delete' }));
      await queues.send(queue, event('elsewhere/1.jsonl'));
      await queues.send(queue, event('others/gone.jsonl'));
      await put('others', 1);
      await s3.put('others/ä (2).jsonl', '{"id":2}\n');
      await queues.send(queue, event('others/ä (2).jsonl'));
      await moveAll(pipe, queue, 2);
      expect(await idsOf(pipe)).toEqual([1, 2]);
      expect(mover.notes).toEqual([
        expect.stringContaining('is no event of S3'),
        expect.stringContaining('is no event of S3'),
        expect.stringContaining('announces an object of the bucket elsewhere'),
        'The object others/gone.jsonl was deleted before it was read.',
      ]);
    });

    test('messages stay until the rows of their objects are stored', async () => {
      const queue = await queues.create();
      const pipe = pipeFrom(queue, 'durable');
      let isInterrupted = false;
      const ledger = memoryLedger((step) => {
        if (step !== 'finish' || isInterrupted) return;
        isInterrupted = true;
        throw new Error('the process ended');
      });
      const interrupted = pipeMover(engine(), ledger);
      await put('durable', 1);
      await announce(queue, 'durable', 1);
      // The listing has found it.
      await expect(interrupted.move(pipe)).rejects.toThrow('the process ended');
      await moveAll(pipe, queue, 1, interrupted);
      isInterrupted = false;
      await put('durable', 2);
      await announce(queue, 'durable', 2);
      await expect(interrupted.move(pipe)).rejects.toThrow('the process ended');
      expect(await queues.count(queue)).toBe(1);
      await moveAll(pipe, queue, 2, interrupted);
      expect(await idsOf(pipe)).toEqual([1, 2]);
    });

    test('a queue that does not exist, or that sources may not have', async () => {
      const absent = `${queues.url}/123456789012/absent`;
      const prepare = (pipe: RuntimePipe) => mover.runtime.reachNextState(pipe, new AbortController().signal);
      await expect(prepare(pipeFrom(absent, 'a'))).rejects.toMatchObject({
        code: 'source_not_found',
        message: `The queue ${absent} does not exist. Check queueUrl and the account, or create the queue.`,
      });
      await expect(prepare(pipeFrom('http://169.254.169.254/1/q', 'a'))).rejects.toMatchObject({
        code: 'source_unreachable',
        message: expect.stringContaining('link-local'),
      });
    });
  });
});

test('the key of an object is read from its event', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (key) => {
      expect(announcedObjects(event(key, { at: 0 }))).toEqual([{ bucket: BUCKET, key, at: 0 }]);
    }),
  );
});

test('any other text announces nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.record({ Records: fc.jsonValue() }).map((body) => JSON.stringify(body)),
      ),
      (body) => {
        expect(announcedObjects(body) ?? []).toEqual([]);
      },
    ),
  );
});
