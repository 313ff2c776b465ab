import pino, { type DestinationStream } from 'pino';

/** Lines are written together once there may be no room for another one. */
const BUFFER_BYTES = 16_384;
/** Of a UTF-16 code unit in UTF-8. */
const MAX_BYTES_OF_UNIT = 3;
/** The longest time that a line waits. */
const FLUSH_MS = 100;
const WARN = pino.levels.values.warn ?? 0;

interface LeveledStream extends DestinationStream {
  /** Of the line that is written. */
  lastLevel: number;
}

let stream: LeveledStream | undefined;

/**
 * Returns the stream that writes log lines to stderr outside of the path of requests: together. Warnings and errors are written at
 * once, with all lines before them, and the rest when the process exits. A process that is killed by SIGKILL loses at most the lines
 * of the last 100 ms. If nothing reads stderr any more, lines are dropped.
 */
export function bufferedStderr(): LeveledStream {
  stream ??= createStream();
  return stream;
}

function createStream(): LeveledStream {
  // Synchronous: without a reader, the asynchronous one of sonic-boom 4 repeats its last write for ever when the process exits.
  const stderr = pino.destination({ dest: process.stderr.fd, sync: true });
  // Not a text that grows: V8 keeps the pieces of all of its lines until they are written.
  const waiting = Buffer.allocUnsafe(BUFFER_BYTES);
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting.toString('utf8', 0, length);
    length = 0;
    if (lines !== '') stderr.write(lines);
  };
  process.once('exit', flush);
  return {
    // pino sets `lastLevel` on a destination with this symbol.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      const maxBytes = line.length * MAX_BYTES_OF_UNIT;
      if (length + maxBytes > BUFFER_BYTES) flush();
      if (maxBytes > BUFFER_BYTES) stderr.write(line);
      else length += waiting.write(line, length);
      if (this.lastLevel >= WARN) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}
