import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { compileLucene } from '../../../src/query/lucene/compile-lucene.ts';
import { LuceneError } from '../../../src/query/lucene/lucene-error.ts';
import { openTable } from '../../../src/query/queried-source.ts';
import { QueryError } from '../../../src/query/query-error.ts';
import { searchRows } from '../../../src/query/query-rows.ts';
import { describeWithEngine } from '../../support/engines.ts';
import { createTables, DATABASE_OF_ANOTHER, insertRows, sourceOf } from '../../support/otel-tables.ts';
import { wholeResult } from '../../support/whole-result.ts';

const ROW = {
  Timestamp: '2026-05-04T09:00:00Z',
  ServiceName: 'checkout',
  Body: "It's a payment, 100% declined",
  SeverityNumber: 17,
  LogAttributes: { 'http.status': '500' },
  Tags: ['a'],
};
const RANGE = { start: Date.parse(ROW.Timestamp), end: Date.parse(ROW.Timestamp) + 1 };

const word = fc.oneof(
  fc.constantFrom(
    'payment',
    'a',
    '500',
    'x*',
    '?',
    "it's",
    '17',
    'TO',
    'AND',
    '-1',
    'true',
    '2026-05-04',
    '\\*',
    '%',
    '_',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
);
const field = fc.constantFrom(
  'Body:',
  'ServiceName:',
  'SeverityNumber:',
  'LogAttributes.http.status:',
  'Failed:',
  'Amount:',
  'Note:',
  'Tags:',
  'Timestamp:',
  'Unknown:',
  'system.users.name:',
);
const phrase = word.map((text) => `"${text.replace(/["\\]/g, '')}"`);
const range = fc.tuple(word, word).map(([from, to]) => `[${from} TO ${to}]`);
const comparison = fc.tuple(fc.constantFrom('>', '>=', '<', '<='), word).map((parts) => parts.join(''));

/** Conditions that are mostly valid. */
const { condition } = fc.letrec<{ condition: string; leaf: string }>((tie) => ({
  leaf: fc
    .tuple(fc.option(field, { nil: '' }), fc.oneof(word, phrase, range, comparison))
    .map((parts) => parts.join('')),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc
      .tuple(
        tie('condition'),
        fc.constantFrom(' ', ' AND ', ' OR ', ' NOT ', ' AND NOT ', '  '),
        tie('condition'),
      )
      .map((parts) => parts.join('')),
    tie('condition').map((text) => `(${text})`),
    tie('condition').map((text) => `NOT ${text}`),
  ),
}));

describeWithEngine('any condition in Lucene syntax', (engine) => {
  beforeAll(async () => {
    await createTables(engine());
    await insertRows(engine(), 'otel_logs', [ROW]);
    await insertRows(
      engine(),
      'otel_logs',
      [{ ...ROW, ServiceName: 'of another tenant' }],
      DATABASE_OF_ANOTHER,
    );
  });

  test('returns own rows, or an error with its position', async () => {
    const search = async (where: string) => {
      try {
        const request = {
          select: 'ServiceName',
          where,
          whereLanguage: 'lucene',
          range: RANGE,
          limit: 10,
          offset: 0,
        };
        const { rows } = await wholeResult(searchRows(engine(), sourceOf('log'), request));
        expect(rows.every(({ ServiceName }) => ServiceName === 'checkout')).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(QueryError);
        expect(error).toMatchObject({
          code: 'query_invalid',
          entries: [{ pointer: '/where', message: expect.stringMatching(/; see position \d+$/) }],
        });
      }
    };
    await fc.assert(fc.asyncProperty(fc.oneof(condition, fc.string({ unit: 'binary' })), search), {
      numRuns: 150,
    });
  });

  test('compiles, or is an error, whatever the text is', async () => {
    const table = await openTable(engine(), sourceOf('log'));
    const compile = (text: string) => {
      try {
        compileLucene(text, table);
      } catch (error) {
        if (!(error instanceof LuceneError)) throw error;
      }
    };
    const special = fc.constantFrom(...'"\\/()[]{}:*?~^+-!&| \n', 'AND', 'OR', 'NOT', ' TO ', 'Body', 'a');
    const texts = fc.oneof(
      condition,
      fc.string(),
      fc.array(special, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(fc.property(texts, compile), { numRuns: 5_000 });
  });

  test('matches rows by value', async () => {
    const matches = async (where: string) => {
      const request = { select: 'Body', where, range: RANGE, limit: 10, offset: 0 };
      return (await wholeResult(searchRows(engine(), sourceOf('log'), request))).rows.length === 1;
    };
    const found = [
      'PAYMENT',
      'pay*',
      '"payment, 100%"',
      'ServiceName:CHECKOUT',
      'ServiceName:"checkout"',
      'ServiceName:check*',
      'SeverityNumber:>16',
      'SeverityNumber:[17 TO *]',
      'LogAttributes.http.status:500',
      'LogAttributes.http.status:[400 TO 599]',
      'LogAttributes.http.status:*',
      'Tags:a',
      'Failed:false',
      'Timestamp:[2026-05-04 TO 2026-05-05}',
      'NOT Note:x',
      '-Note:*',
      'unrelated OR payment',
    ];
    const missed = [
      'pay',
      'ServiceName:check',
      'ServiceName:"CHECKOUT"',
      'ServiceName:check%',
      'SeverityNumber:{17 TO *}',
      'LogAttributes.http.status:>500',
      'LogAttributes.other:*',
      'LogAttributes.other:<5',
      'Note:*',
      'payment AND unrelated',
    ];
    expect(await Promise.all(found.map(matches))).toEqual(found.map(() => true));
    expect(await Promise.all(missed.map(matches))).toEqual(missed.map(() => false));
  });
});
