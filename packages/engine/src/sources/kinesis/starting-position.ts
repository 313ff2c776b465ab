import type { StartingPosition } from '@aws-sdk/client-kinesis';
import type { ShardStart } from './positions.ts';

/** A start in the words of the service. */
export function startingPosition(start: ShardStart): StartingPosition {
  if (start.kind === 'oldest') return { Type: 'TRIM_HORIZON' };
  if (start.kind === 'time') return { Type: 'AT_TIMESTAMP', Timestamp: new Date(start.time) };
  return {
    Type: start.kind === 'at' ? 'AT_SEQUENCE_NUMBER' : 'AFTER_SEQUENCE_NUMBER',
    SequenceNumber: start.sequenceNumber,
  };
}
