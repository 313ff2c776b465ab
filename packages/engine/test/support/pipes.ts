import { randomUUID } from 'node:crypto';
import type { PipeDefinition } from '../../src/pipe.ts';
import type { RuntimePipe } from '../../src/pipe-runtime.ts';

type Destination = PipeDefinition['destination'];

/** The definition of a Kafka pipe, with a table of its own. */
export function definition(
  destination: Partial<Destination> = {},
  change: Partial<PipeDefinition> = {},
): PipeDefinition {
  return {
    name: 'Orders',
    source: {
      kafka: {
        type: 'kafka',
        format: 'JSONEachRow',
        brokers: 'localhost:9092',
        topics: 'orders',
        consumerGroup: 'orders',
        authentication: 'PLAIN',
        offset: { strategy: 'from_beginning' },
        reversePrivateEndpointIds: [],
      },
    },
    destination: {
      database: 'shop',
      table: 'orders',
      managedTable: true,
      tableDefinition: { engine: { type: 'MergeTree' }, sortingKey: ['id'] },
      columns: [
        { name: 'id', type: 'UInt64' },
        { name: 'name', type: 'String' },
      ],
      ...destination,
    },
    fieldMappings: [],
    settings: {},
    ...change,
  } as PipeDefinition;
}

/** A pipe in a database of its own. */
export function runtimePipe(
  given: PipeDefinition = definition(),
  change: Partial<RuntimePipe> = {},
): RuntimePipe {
  return {
    id: randomUUID(),
    state: 'Provisioning',
    definition: given,
    secrets: {},
    databasePrefix: `t${randomUUID().slice(0, 8)}__`,
    reader: 0,
    fence: 1,
    generation: 1,
    ...change,
  };
}

type ObjectStorage = NonNullable<PipeDefinition['source']['objectStorage']>;

/** An object storage source. */
export function objectStorage(change: Partial<ObjectStorage> = {}): PipeDefinition['source'] {
  const source = {
    type: 's3',
    format: 'JSONEachRow',
    url: 'http://127.0.0.1:1/bucket/*',
    compression: 'auto',
    isContinuous: false,
    ...change,
  };
  return { objectStorage: source } as PipeDefinition['source'];
}
