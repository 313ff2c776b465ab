import type { OpenSource, SourceBatch } from '../../src/sources/source.ts';
import { insertMessages } from '../../src/writer/insert-messages.ts';
import { lineMessages } from '../../src/writer/messages.ts';

export interface TestSourceOptions {
  /** The messages of the source, as text. */
  readonly messages: readonly string[];
  readonly batchSize: number | (() => number);
  /** Called before and after the rows of a batch are inserted; it may throw, or end the engine. */
  readonly around?: (step: 'before' | 'after', range: string) => Promise<void> | void;
  readonly check?: () => Promise<void>;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A source whose messages are in memory. A range of it always has the same messages. */
export function testSource({
  messages,
  batchSize,
  around = () => {},
  check = async () => {},
}: TestSourceOptions): OpenSource {
  const batchOf = (range: Range): SourceBatch => ({
    kind: 'batch',
    range: JSON.stringify(range),
    position: JSON.stringify(range.to),
    lag: { seconds: 0, rowsByPart: { messages: messages.length - range.to } },
    async write(destination) {
      await around('before', JSON.stringify(range));
      const located = messages.slice(range.from, range.to).map((text, index) => ({
        bytes: Buffer.from(text),
        location: `message ${range.from + index}`,
      }));
      const moved = await insertMessages(destination, lineMessages('JSONEachRow', located));
      await around('after', JSON.stringify(range));
      return moved;
    },
  });
  return () => ({
    check,
    async *read(position, signal) {
      let from = position === undefined ? 0 : JSON.parse(position);
      while (from < messages.length && !signal.aborted) {
        const size = typeof batchSize === 'number' ? batchSize : batchSize();
        const to = Math.min(from + size, messages.length);
        yield batchOf({ from, to });
        from = to;
      }
      yield { kind: 'idle' };
    },
    repeat: async (range) => batchOf(JSON.parse(range)),
    readSample: async () => ({ read: true, errors: [] }),
    close: async () => {},
  });
}
