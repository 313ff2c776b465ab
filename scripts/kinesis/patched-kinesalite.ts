import { type EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';

/*
 * kinesalite never responds to a request for an iterator of the type AT_TIMESTAMP if no record is that new, and a pipe that starts at
 * the latest record sends exactly this request. Here it gets the iterator that follows all records, as from the service.
 */

interface IteratorRequest {
  readonly StreamName: string;
  readonly ShardId: string;
  readonly ShardIteratorType: string;
  readonly Timestamp?: number;
}

type Respond = (error: unknown, result?: unknown) => void;
type Action = (store: Store, request: IteratorRequest, respond: Respond) => void;

interface StoredRecord {
  readonly value: { readonly ApproximateArrivalTimestamp: number };
}

interface Store {
  getStreamDb(stream: string): {
    createReadStream(range: object): EventEmitter<{ data: [StoredRecord]; end: [] }>;
  };
}

/** The part of the package that is used; it has no types of its own. */
type Kinesalite = (options: {
  readonly createStreamMs: number;
  readonly updateStreamMs: number;
  readonly deleteStreamMs: number;
  readonly shardLimit: number;
}) => Server;

const load = createRequire(import.meta.url);
const { resolveShardId, shardIxToHex } = load('kinesalite/db');

/** The emulator loads its actions when it is loaded, so the action is replaced before. */
export function loadKinesalite(): Kinesalite {
  const path = load.resolve('kinesalite/actions/getShardIterator');
  const original: Action = load(path);
  const loaded = load.cache[path];
  if (loaded !== undefined) loaded.exports = withTimestamps(original);
  return load('kinesalite');
}

function withTimestamps(original: Action): Action {
  return (store, request, respond) => {
    if (request.ShardIteratorType !== 'AT_TIMESTAMP') return original(store, request, respond);
    const { Timestamp = 0, ...rest } = request;
    // Made before the records are looked at, so that a record that is written meanwhile follows it.
    original(store, { ...rest, ShardIteratorType: 'LATEST' }, (error, latest) => {
      if (error) return respond(error);
      hasRecordSince(store, request, Timestamp).then((has) =>
        has ? original(store, request, respond) : respond(null, latest),
      );
    });
  };
}

async function hasRecordSince(
  store: Store,
  { StreamName, ShardId }: IteratorRequest,
  timestamp: number,
): Promise<boolean> {
  const { shardIx } = resolveShardId(ShardId);
  const range = { gt: shardIxToHex(shardIx), lt: shardIxToHex(shardIx + 1) };
  const records = store.getStreamDb(StreamName).createReadStream(range);
  let has = false;
  records.on('data', ({ value }) => {
    has ||= value.ApproximateArrivalTimestamp >= timestamp;
  });
  await once(records, 'end');
  return has;
}
