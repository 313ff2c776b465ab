import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteWriter } from '../../../../src/sources/messages/formats/byte-writer.ts';
import { messageName, readIndexes } from '../../../../src/sources/messages/formats/protobuf-message.ts';

test('reads the position of a message type, and where the message starts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 5 }), fc.uint8Array(), (path, rest) => {
      const writer = new ByteWriter().appendVarint(2 * path.length);
      for (const index of path) writer.appendVarint(2 * index);
      const prefix = writer.finish();
      expect(readIndexes(Buffer.concat([prefix, rest]))).toEqual({ path, byteLength: prefix.length });
      expect(readIndexes(prefix.subarray(0, -1))).toBeUndefined();
    }),
  );
});

test('a single zero stands for the first type', () => {
  expect(readIndexes(Buffer.from([0, 8, 1]))).toEqual({ path: [0], byteLength: 1 });
});

test('finds names of types between other definitions', () => {
  const schema = `syntax = "proto3";
    package shop.v1;
    import "google/protobuf/timestamp.proto";
    enum Kind { NONE = 0; }
    message First { oneof value { string text = 1; int32 number = 2; } map<string, Kind> kinds = 3; }
    message Second { message Inner { bool flag = 1; } Inner inner = 1; }`;
  expect(messageName(schema, [0])).toBe('First');
  expect(messageName(schema, [1])).toBe('Second');
  expect(() => messageName(schema, [1, 0])).toThrow(/a type inside of Second/);
  expect(() => messageName(schema, [2])).toThrow(/no message type at the position 2/);
  expect(() => messageName('message {', [0])).toThrow(/cannot be parsed/);
});
