import { describe, expectTypeOf, test } from 'vitest';
import type { AlertCreate, Dashboard, DashboardCreate, Pipe, PipeCreate, Service } from '../src/index.ts';

/*
 * The compiler checks these tests (`tsc -p tsconfig.tests.json`): code under `@ts-expect-error` must not compile. The
 * functions are never called.
 */

declare const { pipes, alerts }: Service;
declare const created: PipeCreate;

type TileConfig = Dashboard['tiles'][number]['config'];
type TileConfigCreate = NonNullable<DashboardCreate['tiles']>[number]['config'];

const SERIES = { aggFn: 'count' } as const;
const KAFKA = { format: 'JSONEachRow', brokers: 'b:9092', topics: 'orders' } as const;
const KINESIS = { format: 'Avro', streamName: 's', region: 'eu-west-1' } as const;
const ALERT = { threshold: 1, interval: '5m', thresholdType: 'above' } as const;
const CHANNEL = { type: 'webhook', webhookId: 'w' } as const;

describe('the source of a pipe', () => {
  test('is exactly one', () => {
    void (() => pipes.create({ ...created, source: { kafka: KAFKA, validateSamples: true } }));
    // @ts-expect-error: two sources
    void (() => pipes.create({ ...created, source: { kafka: KAFKA, kinesis: KINESIS } }));
    // @ts-expect-error: no source
    void (() => pipes.create({ ...created, source: { validateSamples: true } }));
  });

  test('has the properties of its type', () => {
    const timed = { ...KINESIS, iteratorType: 'AT_TIMESTAMP' } as const;
    void (() => pipes.create({ ...created, source: { kinesis: { ...timed, timestamp: 1 } } }));
    // @ts-expect-error: AT_TIMESTAMP requires a timestamp
    void (() => pipes.create({ ...created, source: { kinesis: timed } }));
    // @ts-expect-error: by default, reading starts at the latest record
    void (() => pipes.create({ ...created, source: { kinesis: { ...KINESIS, timestamp: 1 } } }));
    // @ts-expect-error: S3 requires a URL
    void (() => pipes.create({ ...created, source: { objectStorage: { format: 'CSV' } } }));
  });

  test('is open in responses: none of the known ones may be present', () => {
    const hostOf = ({ source }: Pipe): string | undefined => {
      if (source.kafka !== undefined) return source.kafka.brokers;
      if (source.postgres !== undefined) return source.postgres.host;
      // @ts-expect-error: a later version may have other sources
      return (source.kinesis ?? source.objectStorage).format;
    };
    expectTypeOf(hostOf).toBeFunction();
  });
});

describe('a tile', () => {
  test('has the properties of its type', () => {
    expectTypeOf<{ displayType: 'markdown'; markdown: string }>().toExtend<TileConfigCreate>();
    void ((): TileConfigCreate => ({
      displayType: 'line',
      sourceId: 's',
      select: [SERIES],
      fillNulls: true,
    }));
    // @ts-expect-error: a line has no text
    void ((): TileConfigCreate => ({ displayType: 'line', sourceId: 's', select: [SERIES], markdown: 'x' }));
    // @ts-expect-error: a line requires a source and series
    void ((): TileConfigCreate => ({ displayType: 'line' }));
    // @ts-expect-error: no such type
    void ((): TileConfigCreate => ({ displayType: 'gauge', sourceId: 's' }));
    const select = [{ ...SERIES, valueExpression: 'v' }];
    // @ts-expect-error: a count has no expression
    void ((): TileConfigCreate => ({ displayType: 'pie', sourceId: 's', select }));
  });

  test('is selected by a comparison in responses, and may be of an unknown type', () => {
    const textOf = (config: TileConfig) => {
      switch (config.displayType) {
        case 'markdown':
          expectTypeOf(config.markdown).toEqualTypeOf<string>();
          return config.markdown;
        case 'line':
          expectTypeOf(config.markdown).toEqualTypeOf<undefined>();
          return config.sourceId;
        default:
          expectTypeOf(config.displayType).toExtend<string>();
          return config.sourceId;
      }
    };
    expectTypeOf(textOf).returns.toEqualTypeOf<string | undefined>();
  });
});

describe('an alert', () => {
  test('has the references of its source', () => {
    const tile = { ...ALERT, channel: CHANNEL, source: 'tile', dashboardId: 'd', tileId: 't' } as const;
    expectTypeOf(tile).toExtend<AlertCreate>();
    // @ts-expect-error: a tile alert has no saved search
    void (() => alerts.create({ ...tile, savedSearchId: 's' }));
    // @ts-expect-error: a search alert requires a saved search
    void (() => alerts.create({ ...ALERT, channel: CHANNEL, source: 'search' }));
  });
});
