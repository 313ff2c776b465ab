/** A line on stderr that says how far something is, on a terminal alone: a log has no use for it. */
export interface Progress {
  readonly show: (done: number, all: number) => void;
  readonly clear: () => void;
}

export function progress(what: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { show: () => {}, clear: () => {} };
  return {
    show: (done, all) => {
      const percent = all === 0 ? 100 : Math.floor((done / all) * 100);
      stream.write(`\r\u001b[K${what}: ${done} of ${all} (${percent} %)`);
    },
    clear: () => void stream.write('\r\u001b[K'),
  };
}
