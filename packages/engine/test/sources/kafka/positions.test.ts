import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  comparePartitions,
  emptyRange,
  endOf,
  numberOf,
  partitionName,
  readOffsets,
  readRange,
  topicOf,
  writeOffsets,
  writeRange,
} from '../../../src/sources/kafka/positions.ts';

const partition = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9._-]{1,20}$/), fc.nat(2_000))
  .map(([topic, number]) => partitionName(topic, number));
const offset = fc.nat(Number.MAX_SAFE_INTEGER - 1);
const offsets = fc.array(fc.tuple(partition, offset)).map((entries) => new Map(entries));
const ranges = fc
  .array(fc.tuple(partition, fc.record({ from: offset, to: offset, messages: fc.nat() })))
  .map((entries) => new Map(entries));

test('offsets and ranges survive being written', () => {
  fc.assert(
    fc.property(offsets, (value) => {
      expect(readOffsets(writeOffsets(value))).toEqual(value);
    }),
  );
  fc.assert(
    fc.property(ranges, (value) => {
      expect(readRange(writeRange(value))).toEqual(value);
    }),
  );
});

test('the text of a range does not depend on the order of its partitions', () => {
  fc.assert(
    fc.property(ranges, (value) => {
      expect(writeRange(new Map([...value].reverse()))).toBe(writeRange(value));
    }),
  );
});

test('a batch without messages ends where it starts', () => {
  fc.assert(
    fc.property(offsets, (value) => {
      expect(endOf(emptyRange(value))).toEqual(value);
    }),
  );
});

test('partitions are ordered by topic, then by number', () => {
  const names = ['b/2', 'a/10', 'a/9', 'a.b/0'];
  expect(names.sort(comparePartitions)).toEqual(['a/9', 'a/10', 'a.b/0', 'b/2']);
});

test('a name contains its topic and its number', () => {
  fc.assert(
    fc.property(partition, (name) => {
      expect(partitionName(topicOf(name), numberOf(name))).toBe(name);
    }),
  );
});
