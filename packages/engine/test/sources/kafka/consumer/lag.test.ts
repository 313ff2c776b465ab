import { expect, test } from 'vitest';
import { lagAfter } from '../../../../src/sources/kafka/consumer/lag.ts';
import type { PartitionChunk } from '../../../../src/sources/kafka/messages/partition-chunk.ts';
import { FetchedQueue } from '../../../../src/sources/messages/fetched-queue.ts';

const HOUR_MS = 3_600_000;

function chunk(part: string, firstTimestamp: number): PartitionChunk {
  return {
    part,
    bytes: Buffer.from('{}\n'),
    ends: Int32Array.of(2),
    offsets: Float64Array.of(10),
    firstOffset: 10,
    nextOffset: 11,
    firstTimestamp,
    lastTimestamp: firstTimestamp,
  };
}

test('is the age of the oldest message that was fetched and not moved', () => {
  const queue = new FetchedQueue<PartitionChunk>(1_000);
  queue.add(chunk('orders/0', Date.now() - HOUR_MS));
  const position = new Map([
    ['orders/0', { next: 10, lastTimestamp: undefined }],
    ['orders/1', { next: 5, lastTimestamp: undefined }],
  ]);
  const { seconds, rowsByPart } = lagAfter(
    position,
    new Map([
      ['orders/0', 14],
      ['orders/1', 5],
    ]),
    queue,
  );
  expect(rowsByPart).toEqual({ 'orders/0': 4, 'orders/1': 0 });
  expect(seconds).toBeGreaterThanOrEqual(3_600);
});

test('is at most the age of the last moved message, if the next one was not fetched', () => {
  const position = new Map([['orders/0', { next: 10, lastTimestamp: Date.now() - 2 * HOUR_MS }]]);
  const { seconds } = lagAfter(
    position,
    new Map([['orders/0', 14]]),
    new FetchedQueue<PartitionChunk>(1_000),
  );
  expect(seconds).toBeGreaterThanOrEqual(7_200);
});

test('is 0 if everything was moved, and unknown before the first response', () => {
  const position = new Map([['orders/0', { next: 10, lastTimestamp: undefined }]]);
  const queue = new FetchedQueue<PartitionChunk>(1_000);
  expect(lagAfter(position, new Map([['orders/0', 10]]), queue)).toEqual({
    seconds: 0,
    rowsByPart: { 'orders/0': 0 },
  });
  expect(lagAfter(position, new Map([['orders/0', undefined]]), queue)).toEqual({
    rowsByPart: { 'orders/0': 0 },
  });
});
