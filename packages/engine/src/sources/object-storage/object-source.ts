import { PipeError } from '../../pipe-runtime.ts';
import type { OpenSource, SourceBatch } from '../source.ts';
import type { EngineReading } from './engine-reading.ts';
import { writePart, writeRejected, writeTogether } from './object-batch.ts';
import { readParts } from './object-parts.ts';
import { readPosition, readRange } from './object-range.ts';
import { openObjects } from './open-objects.ts';
import { compareSample } from './sample.ts';
import { type Found, NOTHING, searchObjects } from './search.ts';

/** Opens the objects of a bucket or container as a source. */
export const openObjectStorage: OpenSource = ({ id, definition, secrets }, plan, context) => {
  const { reading, glob, queue } = openObjects(definition.source, secrets, context);
  const note = (message: string) => context.note(id, message);
  const { store } = reading;

  return {
    async check(signal) {
      await queue?.check(signal);
      for await (const _page of store.list(glob.prefix, undefined, signal)) return;
    },
    async *read(position, signal) {
      const search = searchObjects(
        { definition, reading, glob, queue, note },
        readPosition(position),
        signal,
      );
      let isEmpty = position === undefined;
      for await (const found of search) {
        isEmpty &&= found === NOTHING;
        yield found === NOTHING ? { kind: 'idle', lag: { seconds: 0 } } : batch(found, reading);
      }
      if (isEmpty && !signal.aborted)
        note(`No object in the bucket or container ${store.bucket.bucket} matches the pattern.`);
    },
    async repeat(text, signal) {
      const range = readRange(text);
      if (range.read !== 'part') return batch({ range }, reading);
      for await (const part of readParts(range.object, reading, range.start, signal))
        return batch({ range, part }, reading);
      throw new PipeError(
        'position_lost',
        `The object ${range.object[0]} has fewer rows than before. Create the pipe again to read all objects.`,
      );
    },
    readSample: (signal) =>
      compareSample({ reading, glob, engine: context.engine, signal }, definition, plan),
    async close() {
      queue?.close();
      store.close();
    },
  };
};

function batch({ range, part }: Found, reading: EngineReading): SourceBatch {
  return {
    kind: 'batch',
    range: JSON.stringify(range),
    position: JSON.stringify(range.position),
    write(destination) {
      if (range.read === 'together') return writeTogether(range.objects, reading, destination);
      if (range.read === 'rejected') return writeRejected(range.objects, range.reason, destination);
      if (part === undefined) throw new Error('A part of an object was not read.');
      return writePart(part, destination);
    },
  };
}
