import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AvroContainerWriter,
  NotAvroError,
  readAvroContainer,
} from '../../../../src/sources/messages/formats/avro-container.ts';

const block = fc.record({
  count: fc.nat(1_000_000),
  data: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
});

test('a file is read as it was written', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(block), (schema, blocks) => {
      const writer = new AvroContainerWriter(schema, 'deflate');
      for (const { count, data } of blocks) writer.addBlock(count, data);
      expect(readAvroContainer(writer.finish())).toEqual({ schema, codec: 'deflate', blocks });
    }),
  );
});

test('a part of a file, or other bytes, are no file', () => {
  const file = new AvroContainerWriter('"string"').addDatum(Buffer.from([2, 97])).finish();
  const header = file.indexOf('penstock-avro-00') + 16;
  for (let length = 0; length < file.length; length += 1)
    if (length !== header) expect(() => readAvroContainer(file.subarray(0, length))).toThrow(NotAvroError);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(() => readAvroContainer(Buffer.from(bytes))).toThrow(NotAvroError);
    }),
  );
});

test('bytes after the start of a file lead to an error or to a file, and to nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        readAvroContainer(Buffer.concat([Buffer.from('Obj\u0001'), bytes]));
      } catch (error) {
        expect(error).toBeInstanceOf(NotAvroError);
      }
    }),
  );
});
