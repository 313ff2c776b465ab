import { expect, test } from 'vitest';
import { checkTypes } from '../../src/expressions/check-types.ts';
import { describeWithEngine } from '../support/engines.ts';

const ALLOWED: readonly (readonly [string, string])[] = [
  ['UInt64', 'UInt64'],
  [' LowCardinality( String ) ', 'LowCardinality(String)'],
  ['varchar', 'String'],
  ["Enum8('Nested' = 1, 'it''s' = 2)", "Enum8('Nested' = 1, 'it\\'s' = 2)"],
  ["DateTime64(3, 'Europe/Berlin')", "DateTime64(3, 'Europe/Berlin')"],
  ['Tuple(a UInt8, `b c` Nullable(String))', 'Tuple(a UInt8, `b c` Nullable(String))'],
  ['Array(Tuple(x Array(UInt8), y String))', 'Array(Tuple(x Array(UInt8), y String))'],
  ['Map(String, UInt8)', 'Map(String, UInt8)'],
  ['JSON', 'JSON'],
  ['Decimal(18, 4)', 'Decimal(18, 4)'],
];

const REJECTED: readonly (readonly [string, RegExp])[] = [
  ['Int66', /Int66 does not exist. Similar types: Int64/],
  ['Nullable(', /syntax/],
  ['UInt8) ENGINE = Memory; --', /syntax/],
  ['UInt8, b UInt8', /syntax/],
  ["String DEFAULT file('/etc/passwd')", /syntax/],
  ['String CODEC(ZSTD)', /syntax/],
  ['{x:String}', /type of the engine/],
  ["DateTime('Mars/City')", /time zone/],
  ['Decimal(99, 1)', /precision/],
  ['Nullable(Array(UInt8))', /inside Nullable/],
  ['Nested(a UInt8)', /Nested/],
  ['AggregateFunction(sum, UInt8)', /AggregateFunction/],
  ['Nothing', /type/],
  ['', /type of the engine/],
];

describeWithEngine('column types', (engine) => {
  test('are returned in the form of the engine', async () => {
    const verdicts = await checkTypes(
      engine(),
      ALLOWED.map(([type]) => type),
    );
    expect(verdicts).toEqual(ALLOWED.map(([, type]) => ({ type })));
  });

  test('are rejected one by one', async () => {
    const verdicts = await checkTypes(engine(), ['UInt8', ...REJECTED.map(([type]) => type)]);
    expect(verdicts).toEqual([
      { type: 'UInt8' },
      ...REJECTED.map(([, message]) => ({ message: expect.stringMatching(message) })),
    ]);
  });
});
