import { PipeError } from '../../pipe-runtime.ts';
import type { RecordRange } from './positions.ts';

const ADVICE = 'Create the pipe again to read what the stream has now.';
const HOUR_MS = 3_600_000;

/** A shard that the pipe has not read to its end is gone. */
export function lostShard(shard: string, stream: string): PipeError {
  return new PipeError(
    'position_lost',
    `The stream ${stream} has no ${shard} any more, and the pipe had not read it to its end. Its retention has deleted the records. ${ADVICE}`,
  );
}

/** The stream does not know the sequence number. */
export function otherStream(shard: string, stream: string, cause: unknown): PipeError {
  return new PipeError(
    'position_lost',
    `The position of the pipe in ${shard} does not exist in the stream ${stream}. The stream was created again. ${ADVICE}`,
    { cause },
  );
}

/** The pipe did not read for longer than the stream keeps records. */
export function lostTime(stream: string, pausedMs: number, retentionHours: number): PipeError {
  return new PipeError(
    'position_lost',
    `The stream ${stream} keeps records for ${retentionHours} hours, and the pipe last read all of them ${Math.floor(pausedMs / HOUR_MS)} hours ago. Records can be gone. ${ADVICE}`,
  );
}

/** A batch was begun before a crash, and its records do not exist any more. */
export function lostBatch(shard: string, { first, last, count }: RecordRange, found: number): PipeError {
  return new PipeError(
    'position_lost',
    `A batch with ${count} records from ${first} to ${last} of ${shard} has to be repeated, and only ${found} of them still exist. The retention of the stream has deleted the others. ${ADVICE}`,
  );
}
