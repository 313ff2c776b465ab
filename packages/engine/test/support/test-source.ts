import type { OpenSource, SourceBatch } from '../../src/sources/source.ts';
import { insertMessages, lineMessages } from '../../src/writer/insert-messages.ts';

export interface TestSourceOptions {
  /** The messages of the source, as text. */
  readonly messages: readonly string[];
  readonly batchSize: number;
  /** Called before and after the rows of a batch are inserted; it may throw, or end the engine. */
  readonly around?: (step: 'before' | 'after', range: string) => Promise<void> | void;
  /** Whether the source waits for more messages at its end. */
  readonly waits?: boolean;
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
  waits = false,
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
      for (
        let from = position === undefined ? 0 : JSON.parse(position);
        from < messages.length;
        from += batchSize
      ) {
        if (signal.aborted) return;
        yield batchOf({ from, to: Math.min(from + batchSize, messages.length) });
      }
      yield { kind: 'idle' };
      if (waits && !signal.aborted)
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        );
    },
    repeat: async (range) => batchOf(JSON.parse(range)),
    readSample: async () => ({ read: true, errors: [] }),
    close: async () => {},
  });
}
