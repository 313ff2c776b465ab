import { PipeError } from '../../../pipe-runtime.ts';
import type { OffsetRange, PartitionName } from '../positions.ts';

const ADVICE = 'Create the pipe again to read what the topic has now.';

/** The offset that the pipe has to read next does not exist. */
export function lostPosition(
  name: PartitionName,
  next: number,
  earliest: number | undefined,
  latest: number | undefined,
): PipeError {
  if (earliest !== undefined && next < earliest)
    return new PipeError(
      'position_lost',
      `The messages ${next} to ${earliest - 1} of ${name} were deleted before the pipe read them, by the retention of the topic. ${ADVICE}`,
    );
  return new PipeError(
    'position_lost',
    `The pipe has to read ${name} from message ${next}, but it ends at ${latest ?? 'an unknown offset'}. The topic was created again, or lost messages. ${ADVICE}`,
  );
}

/** A batch was begun before a crash, and its messages are not the same any more. */
export function lostBatch(name: PartitionName, range: OffsetRange, found: number): PipeError {
  return new PipeError(
    'position_lost',
    `A batch with ${range.messages} messages from ${range.from} to ${range.to - 1} of ${name} has to be repeated, and only ${found} of them still exist. The topic was compacted, or its retention deleted them. ${ADVICE}`,
  );
}
