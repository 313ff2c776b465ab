import { beforeAll, expect, test } from 'vitest';
import { findSourceProblem } from '../../src/query/source-problem.ts';
import { describeWithEngine } from '../support/engines.ts';
import { createTables, sourceOf } from '../support/otel-tables.ts';

describeWithEngine('problems of a source', (engine) => {
  beforeAll(() => createTables(engine()));

  const find = (...source: Parameters<typeof sourceOf>) => findSourceProblem(engine(), sourceOf(...source));

  test.each(['log', 'trace', 'metric', 'session'] as const)(
    'a %s source of existing tables has none',
    async (kind) => {
      expect(await find(kind)).toBeUndefined();
    },
  );

  test.each([
    [
      'a table that does not exist',
      { from: { databaseName: 'default', tableName: 'later' } },
      { code: 'table_missing', pointer: '/from/tableName' },
    ],
    [
      'a column that does not exist',
      { serviceNameExpression: 'lower(Service)' },
      { code: 'column_missing', pointer: '/serviceNameExpression' },
    ],
    [
      'a column of a list',
      { defaultTableSelectExpression: 'Timestamp, upper(Nothing) AS n' },
      { code: 'column_missing', pointer: '/defaultTableSelectExpression' },
    ],
    [
      'a timestamp that is a text',
      { timestampValueExpression: 'Body' },
      { code: 'expression_invalid', pointer: '/timestampValueExpression' },
    ],
    [
      'a function that does not take the type',
      { traceIdExpression: 'toStartOfHour(LogAttributes)' },
      { code: 'expression_invalid', pointer: '/traceIdExpression' },
    ],
    [
      'a list where one expression is needed',
      { bodyExpression: 'Body, TraceId' },
      { code: 'expression_invalid', pointer: '/bodyExpression' },
    ],
    [
      'a function that reads a file',
      { bodyExpression: "file('/etc/passwd')" },
      { code: 'expression_invalid', pointer: '/bodyExpression' },
    ],
  ])('%s', async (_, options, problem) => {
    expect(await find('log', options)).toEqual({
      ...problem,
      message: expect.stringMatching(/\. [A-Z].*\.$/),
    });
  });

  test('a database of the engine', async () => {
    const { source } = sourceOf('log', { from: { databaseName: 'system', tableName: 'tables' } });
    expect(await findSourceProblem(engine(), { source, databasePrefix: '' })).toMatchObject({
      code: 'database_not_readable',
      pointer: '/from/databaseName',
    });
  });

  test('a metric table without the columns of its type', async () => {
    const metricTables = { gauge: 'otel_metrics_gauge', histogram: 'otel_metrics_sum' };
    expect(await find('metric', { metricTables })).toMatchObject({
      code: 'column_missing',
      pointer: '/metricTables/histogram',
      message: expect.stringContaining('BucketCounts'),
    });
  });
});
