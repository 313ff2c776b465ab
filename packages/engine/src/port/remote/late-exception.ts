import { EngineUnavailableError, parseException } from '../engine-error.ts';

/** ClickHouse limits the text of an exception at the end of a result to 16 KiB; the rest is for its frame. */
const LONGEST = 17 * 1024;

const END = '__exception__\r\n';

/**
 * Passes a result on, and throws the exception that the engine appends if it fails after the first rows. `tag` comes from a
 * header of the response; without it the engine appends none.
 */
export async function* withoutException(
  chunks: AsyncIterable<Uint8Array>,
  tag: string | string[] | undefined,
): AsyncGenerator<Uint8Array> {
  if (typeof tag !== 'string') return yield* chunks;
  const pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    size += chunk.length;
    // Chunks are passed on as they are: a copy of each would fill the memory faster than it is collected.
    for (let [first] = pending; first !== undefined && size - first.length >= LONGEST; [first] = pending) {
      yield first;
      pending.shift();
      size -= first.length;
    }
  }
  const kept = Buffer.concat(pending);
  const start = kept.lastIndexOf(`\r\n__exception__\r\n${tag}\r\n`);
  if (start >= 0 && kept.subarray(-END.length).equals(Buffer.from(END))) {
    const text = kept.subarray(start).toString('utf8');
    throw (
      parseException(text) ??
      new EngineUnavailableError('The engine failed after the first rows of the result.')
    );
  }
  if (kept.length > 0) yield kept;
}
