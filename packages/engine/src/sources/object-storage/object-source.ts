import type { OpenSource, SourceBatch } from '../source.ts';
import { writeObjects } from './object-batch.ts';
import { type ObjectRange, readPosition, readRange } from './object-range.ts';
import { openStore } from './open-store.ts';
import { NOTHING, searchObjects } from './search.ts';

/** Opens the objects of a bucket or container as a source. */
export const openObjectStorage: OpenSource = ({ definition, secrets }, _plan, context) => {
  const { objectStorage: source } = definition.source;
  if (source === undefined) throw new Error('The pipe reads no object storage.');
  const { store, glob } = openStore(source, secrets, context);
  const { format, compression, delimiter } = source;
  const reading = { store, format, compression, delimiter };

  const batch = (range: ObjectRange): SourceBatch => ({
    kind: 'batch',
    range: JSON.stringify(range),
    position: JSON.stringify(range.position),
    write: (destination) => writeObjects(range, reading, destination),
  });

  return {
    async check(signal) {
      for await (const _page of store.list(glob.prefix, undefined, signal)) return;
    },
    async *read(position, signal) {
      const search = searchObjects({ definition, store, glob }, readPosition(position), signal);
      for await (const found of search)
        yield found === NOTHING ? { kind: 'idle', lag: { seconds: 0 } } : batch(found);
    },
    repeat: async (range) => batch(readRange(range)),
    readSample: async () => ({ read: false, errors: [] }),
    close: async () => store.close(),
  };
};
