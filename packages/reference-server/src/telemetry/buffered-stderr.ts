import pino, { type DestinationStream } from 'pino';

/** Lines are written together once they are this long. */
const BUFFER_CHARACTERS = 16_384;
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
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    if (lines !== '') stderr.write(lines);
  };
  process.once('exit', flush);
  return {
    // pino sets `lastLevel` on a destination with this symbol.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      waiting += line;
      if (this.lastLevel >= WARN || waiting.length >= BUFFER_CHARACTERS) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}
