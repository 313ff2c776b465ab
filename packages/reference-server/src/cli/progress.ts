/** A progress line on stderr, on a terminal only. */
export interface Progress {
  readonly update: (done: number, all: number) => void;
  readonly clear: () => void;
}

export function progress(what: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { update: () => {}, clear: () => {} };
  return {
    update: (done, all) => {
      const percent = all === 0 ? 100 : Math.floor((done / all) * 100);
      stream.write(`\r\u001b[K${what}: ${done} of ${all} (${percent} %)`);
    },
    clear: () => void stream.write('\r\u001b[K'),
  };
}
