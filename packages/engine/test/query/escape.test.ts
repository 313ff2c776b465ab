import type { Readable, TileSeries } from '@penstock/contract';
import { beforeAll, expect, test } from 'vitest';
import type { EnginePort } from '../../src/port/engine-port.ts';
import { QueryError } from '../../src/query/query-error.ts';
import { searchRows } from '../../src/query/query-rows.ts';
import { querySeries } from '../../src/query/query-series.ts';
import { describeWithEngine } from '../support/engines.ts';
import { createTables, sourceOf } from '../support/otel-tables.ts';
import { ESCAPE_ATTEMPTS } from './escape-attempts.ts';

const RANGE = { start: 0, end: 1_000 };
const FEWEST = 415;

/** The text is a value of this statement, in quotes. */
const PARSED_AS_VALUE = /^SELECT formatQuerySingleLine\('(?:[^'\\]|\\.)*'\) AS sql$/s;
const PARSED = /^EXPLAIN AST SELECT /;
const COLUMNS = /^SELECT name, type FROM system\.columns\n/;

const attempts = Object.entries(ESCAPE_ATTEMPTS).flatMap(([kind, texts]) =>
  texts.map((text) => ({ kind, text, title: JSON.stringify(text).slice(0, 60) })),
);

/** An engine that records what reaches it, without the columns of tables. */
function recording(engine: EnginePort) {
  const statements: string[] = [];
  const port: EnginePort = {
    ...engine,
    status: engine.status,
    query: (query) => {
      if (!COLUMNS.test(query.sql)) statements.push(query.sql);
      return engine.query(query);
    },
  };
  return { port, statements };
}

async function pointersOf(query: Promise<unknown>): Promise<readonly string[]> {
  const error = await query.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QueryError);
  expect(error).toMatchObject({ code: 'query_invalid' });
  return (error as QueryError).entries.map(({ pointer }) => pointer);
}

test('the list of attempts only grows', () => {
  expect(attempts.length).toBeGreaterThanOrEqual(FEWEST);
  expect(new Set(attempts.map(({ text }) => text)).size).toBe(attempts.length);
});

describeWithEngine('an attempt to escape is rejected before it runs', (engine) => {
  let port: EnginePort;
  let statements: string[];
  beforeAll(async () => {
    await createTables(engine());
    ({ port, statements } = recording(engine()));
  });

  test.each(attempts)('$kind: $title', async ({ text }) => {
    statements.length = 0;
    const sql = { where: text, whereLanguage: 'sql' } as const;
    const blank = text.trim() === '';
    const series = querySeries(port, sourceOf('log'), {
      series: [{ aggFn: 'sum', valueExpression: text, ...sql }] as Readable<TileSeries>[],
      ...sql,
      groupBy: text,
      having: text,
      orderBy: text,
      range: RANGE,
      granularity: 'auto',
      fillNulls: true,
    });
    expect(await pointersOf(series)).toEqual([
      '/series/0/valueExpression',
      // A blank condition is none.
      ...(blank ? [] : ['/series/0/where', '/where']),
      '/groupBy',
      '/having',
      '/orderBy',
    ]);
    const search = searchRows(port, sourceOf('log'), {
      select: text,
      ...sql,
      orderBy: text,
      range: RANGE,
      limit: 1,
      offset: 0,
    }).next();
    expect(await pointersOf(search)).toEqual(['/select', ...(blank ? [] : ['/where']), '/orderBy']);
    for (const statement of statements)
      expect(PARSED.test(statement) || PARSED_AS_VALUE.test(statement)).toBe(true);
  });
});
