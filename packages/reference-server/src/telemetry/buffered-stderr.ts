import pino, { type DestinationStream } from 'pino';

/** Lines are written together once they are this long. */
const BUFFER_BYTES = 4_096;
/** The longest time that a line waits. */
const FLUSH_MS = 100;
/** If nothing reads stderr, the lines beyond this are dropped instead of filling the memory. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const WARN = pino.levels.values.warn ?? 0;

interface LeveledStream extends DestinationStream {
  /** Of the line that is written. */
  lastLevel: number;
}

/**
 * Writes log lines to stderr outside of the path of requests: together, and without blocking. Warnings and errors are written at
 * once, with all lines before them, and pino writes the rest when the process exits. A process that is killed by SIGKILL loses
 * at most the lines of the last 100 ms.
 */
export function bufferedStderr(): LeveledStream {
  const stderr = pino.destination({
    dest: process.stderr.fd,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MAX_WAITING_BYTES,
  });
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    stderr.flush();
  };
  return {
    // pino sets `lastLevel` on a destination with this symbol.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      stderr.write(line);
      if (this.lastLevel >= WARN) stderr.flushSync();
      else if (timer === undefined) timer = setTimeout(flush, FLUSH_MS).unref();
    },
  };
}
