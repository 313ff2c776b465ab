import { createRecordsBatch, type MessageRecord } from '@platformatic/kafka';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMessages } from '../../../../src/sources/kafka/messages/read-messages.ts';
import { messagesOf } from '../../../../src/sources/messages/message-chunk.ts';

type Codec = 'none' | 'gzip' | 'snappy' | 'lz4' | 'zstd';

interface TestBatch {
  readonly values: readonly (Uint8Array | null)[];
  readonly codec: Codec;
  /** Offsets that the batch has, and no messages: compaction deleted them. */
  readonly gap: number;
}

const batch: fc.Arbitrary<TestBatch> = fc.record({
  values: fc.array(fc.option(fc.uint8Array({ maxLength: 300 })), { minLength: 1, maxLength: 20 }),
  codec: fc.constantFrom('none', 'gzip', 'snappy', 'lz4', 'zstd'),
  gap: fc.nat(5),
});

/** The bytes of batches, and the messages that they contain. */
function encode(batches: readonly TestBatch[]) {
  const expected: { readonly offset: number; readonly bytes: Buffer }[] = [];
  const parts: Buffer[] = [];
  let offset = 0;
  for (const { values, codec, gap } of batches) {
    parts.push(recordBatch(values, codec, offset));
    values.forEach((value, index) => {
      if (value !== null) expected.push({ offset: offset + index, bytes: Buffer.from(value) });
    });
    offset += values.length + gap;
  }
  return { records: Buffer.concat(parts), expected, end: offset - (batches.at(-1)?.gap ?? 0) };
}

function recordBatch(values: readonly (Uint8Array | null)[], compression: Codec, baseOffset: number): Buffer {
  const messages = values.map((value, index) => ({
    topic: 'orders',
    key: index % 3 === 0 ? Buffer.from('key') : undefined,
    headers: new Map(index % 2 === 0 ? [[Buffer.from('header'), Buffer.from('value')]] : []),
    value: value === null ? null : Buffer.from(value),
    timestamp: 1_700_000_000_000n + BigInt(index),
  }));
  const bytes = createRecordsBatch(messages as unknown as MessageRecord[], { compression }).buffer;
  bytes.writeBigInt64BE(BigInt(baseOffset), 0);
  return bytes;
}

function read(
  records: Buffer,
  from: number,
  to: number,
  aborted: Parameters<typeof readMessages>[0]['aborted'] = [],
) {
  const chunk = readMessages({ partition: 'orders/0', records, aborted }, from, to);
  return { ...chunk, messages: messagesOf([chunk]) };
}

test('returns the messages of a range, whatever they contain', () => {
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 4 }), fc.nat(80), fc.nat(80), (batches, from, length) => {
      const { records, expected, end } = encode(batches);
      const { messages, nextOffset } = read(records, from, from + length);
      const inRange = expected.filter(({ offset }) => offset >= from && offset < from + length);
      expect(messages).toEqual(
        inRange.map(({ offset, bytes }) => ({ bytes, location: `orders/0/${offset}` })),
      );
      expect(nextOffset).toBeGreaterThanOrEqual(from);
      expect(nextOffset).toBeLessThanOrEqual(Math.max(from, Math.min(end, from + length)));
    }),
  );
});

test('two parts have the messages of the whole', () => {
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 4 }), fc.nat(40), (batches, cut) => {
      const { records } = encode(batches);
      const whole = read(records, 0, 1_000).messages;
      expect([...read(records, 0, cut).messages, ...read(records, cut, 1_000).messages]).toEqual(whole);
    }),
  );
});

test('a batch that is cut off is read the next time', () => {
  const { records, expected } = encode([
    { values: [Buffer.from('a'), Buffer.from('b')], codec: 'none', gap: 0 },
    { values: [Buffer.from('c')], codec: 'none', gap: 0 },
  ]);
  for (let cut = 1; cut < 60; cut += 1) {
    const { messages, nextOffset } = read(records.subarray(0, -cut), 0, 10);
    expect(messages.map(({ bytes }) => bytes)).toEqual(expected.slice(0, 2).map(({ bytes }) => bytes));
    expect(nextOffset).toBe(2);
  }
});

test('messages of an aborted transaction are skipped, later ones of the same producer are not', () => {
  const TRANSACTIONAL = 1 << 4;
  const CONTROL = 1 << 5;
  const of = (producer: number, text: string, baseOffset: number, attributes: number) => {
    const bytes = recordBatch([Buffer.from(text)], 'none', baseOffset);
    bytes.writeInt16BE(attributes, 21);
    bytes.writeBigInt64BE(BigInt(producer), 43);
    return bytes;
  };
  const records = Buffer.concat([
    of(1, 'aborted', 0, TRANSACTIONAL),
    of(2, 'committed', 1, TRANSACTIONAL),
    of(1, 'marker', 2, TRANSACTIONAL | CONTROL),
    of(1, 'later', 3, TRANSACTIONAL),
    of(2, 'marker', 4, TRANSACTIONAL | CONTROL),
    of(1, 'without a transaction', 5, 0),
  ]);
  const { messages, nextOffset } = read(records, 0, 10, [{ producerId: 1n, firstOffset: 0 }]);
  expect(messages.map(({ bytes }) => bytes.toString())).toEqual([
    'committed',
    'later',
    'without a transaction',
  ]);
  expect(nextOffset).toBe(6);
});

test('messages in the format of old brokers are reported', () => {
  const records = recordBatch([Buffer.from('a')], 'none', 0);
  records.writeInt8(1, 16);
  expect(() => read(records, 0, 10)).toThrow(/Kafka 0\.10 and older/);
});
