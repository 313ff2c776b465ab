import { ACCESS_KEY, KinesisEmulator, REGION } from '@penstock/kinesis/emulator';
import type { FedSource } from './kill-under-load.ts';

const SHARDS = 3;
/** After so many feeds, a shard is split, and after as many more, two of them are merged. */
const FEEDS_PER_CHANGE = 5;

/** A stream of an emulator of its own, whose shards are split and merged in turns while it is fed. */
export async function openKinesisFeed(): Promise<FedSource & { close(): Promise<void> }> {
  const emulator = await KinesisEmulator.start();
  const stream = await emulator.createStream(SHARDS);
  let feeds = 0;
  return {
    environment: { AWS_ENDPOINT_URL_KINESIS: emulator.url },
    async feed(rows) {
      feeds += 1;
      const changes = feeds / FEEDS_PER_CHANGE;
      if (Number.isInteger(changes))
        await (changes % 2 === 1 ? emulator.split(stream) : emulator.merge(stream));
      await emulator.put(
        stream,
        rows.map((row) => JSON.stringify(row)),
      );
    },
    pipeInto: (table) => kinesisPipeBody(stream, table),
    close: () => emulator.stop(),
  };
}

/** The body of a request that creates a pipe from the oldest record of a stream into the columns `id` and `text`. */
export function kinesisPipeBody(streamName: string, table: string) {
  const kinesis = {
    ...{ streamName, region: REGION, format: 'JSONEachRow', iteratorType: 'TRIM_HORIZON' },
    ...{ authentication: 'IAM_USER', accessKey: ACCESS_KEY },
  };
  const columns = [
    { name: 'id', type: 'UInt64' },
    { name: 'text', type: 'String' },
  ];
  const tableDefinition = { engine: { type: 'MergeTree' }, sortingKey: ['id'] };
  return {
    ...{ name: `Records into ${table}`, source: { kinesis } },
    destination: { table, columns, tableDefinition },
    settings: { streaming_max_insert_wait_ms: 500 },
  };
}
