/** Where shards start that the pipe has not read yet: at their oldest record, or at a time in milliseconds since the UNIX epoch. */
type StreamStart = 'TRIM_HORIZON' | number;

/** The state of a shard that was read to its end. All others are the sequence number of the last record that was moved. */
const ENDED = 'ended';

/** For each shard of which something was read, how far. */
export type ShardStates = ReadonlyMap<string, string>;

/** How far a pipe has read. */
export interface StreamPosition {
  readonly start: StreamStart;
  /** All records that arrived before this time were moved, in milliseconds since the UNIX epoch. */
  readonly readAt: number;
  readonly shards: ShardStates;
}

/** The records of one shard in a batch. */
export interface RecordRange {
  /** Sequence numbers. */
  readonly first: string;
  readonly last: string;
  readonly count: number;
}

/** What a batch contains, and the position after it. */
export interface BatchRange {
  readonly position: StreamPosition;
  readonly records: ReadonlyMap<string, RecordRange>;
}

export function isEnded(shards: ShardStates, shard: string): boolean {
  return shards.get(shard) === ENDED;
}

/** Where reading a shard continues. */
export type ShardStart =
  | { readonly kind: 'oldest' }
  | { readonly kind: 'time'; readonly time: number }
  /** `at` includes the record, `after` does not. */
  | { readonly kind: 'at' | 'after'; readonly sequenceNumber: string };

export function startOf({ start, shards }: StreamPosition, shard: string): ShardStart {
  const sequenceNumber = shards.get(shard);
  if (sequenceNumber !== undefined) return { kind: 'after', sequenceNumber };
  return start === 'TRIM_HORIZON' ? { kind: 'oldest' } : { kind: 'time', time: start };
}

/** The position after more records, or the end, of some shards. */
export function advance(
  position: StreamPosition,
  read: readonly { readonly part: string; readonly last: string | undefined; readonly isEnd: boolean }[],
  readAt: number,
): StreamPosition {
  const shards = new Map(position.shards);
  for (const { part, last, isEnd } of read) {
    if (isEnd) shards.set(part, ENDED);
    else if (last !== undefined) shards.set(part, last);
  }
  return { ...position, readAt: Math.max(position.readAt, readAt), shards };
}

/** Without the shards that have ended and that the stream does not list any more. */
export function withoutExpired(position: StreamPosition, listed: ReadonlySet<string>): StreamPosition {
  const kept = [...position.shards].filter(([shard, state]) => state !== ENDED || listed.has(shard));
  return { ...position, shards: new Map(kept) };
}

interface StoredPosition extends Omit<StreamPosition, 'shards'> {
  readonly shards: Readonly<Record<string, string>>;
}

export function writePosition(position: StreamPosition): string {
  return JSON.stringify(storable(position));
}

export function readPosition(text: string): StreamPosition {
  return restored(JSON.parse(text) as StoredPosition);
}

/** Equal ranges have equal texts: the token of a batch is derived from it. */
export function writeRange({ position, records }: BatchRange): string {
  const stored = sorted(records).map(([shard, { first, last, count }]) => [shard, [first, last, count]]);
  return JSON.stringify({ position: storable(position), records: Object.fromEntries(stored) });
}

export function readRange(text: string): BatchRange {
  const stored = JSON.parse(text) as {
    position: StoredPosition;
    records: Record<string, [string, string, number]>;
  };
  const records = Object.entries(stored.records).map(
    ([shard, [first, last, count]]) => [shard, { first, last, count }] as const,
  );
  return { position: restored(stored.position), records: new Map(records) };
}

function storable(position: StreamPosition): StoredPosition {
  return { ...position, shards: Object.fromEntries(sorted(position.shards)) };
}

function restored(stored: StoredPosition): StreamPosition {
  return { ...stored, shards: new Map(Object.entries(stored.shards)) };
}

function sorted<Value>(values: ReadonlyMap<string, Value>): [string, Value][] {
  return [...values].sort(([left], [right]) => (left < right ? -1 : 1));
}
