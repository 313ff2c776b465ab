import { describe, expect, test } from 'vitest';
import { compileAlerts } from '../../src/query/compile-alerts.ts';
import { compileGroups } from '../../src/query/compile-groups.ts';
import { compileHeatmap } from '../../src/query/compile-heatmap.ts';
import { compileSearch } from '../../src/query/compile-search.ts';
import { compileSeries } from '../../src/query/compile-series.ts';
import { type SqlFragment, value } from '../../src/query/sql-fragment.ts';
import { bucketsOf } from '../../src/query/time-buckets.ts';
import {
  AGGREGATES,
  BY_SERVICE,
  chartOf,
  expression,
  isMetric,
  RANGE,
  SOURCE_KINDS,
  seriesOf,
  type TestedSource,
  tableOf,
} from '../support/checked-queries.ts';

const BUCKETS = bucketsOf(RANGE, 'auto');
const ERRORS = expression("SeverityText = 'error'");

/** A histogram allows these only (D-54). */
const OF_HISTOGRAMS: readonly string[] = ['count', 'quantile'];

type Statements = Readonly<Record<string, SqlFragment>>;

/** What a display type compiles to, by aggregation. */
const DISPLAY_TYPES: Readonly<Record<string, (source: TestedSource) => Statements>> = {
  line: (source) => ({
    ...byAggregate(source, (series) =>
      compileSeries(chartOf(source, [series], { groupBy: BY_SERVICE }), RANGE, BUCKETS),
    ),
    'two series': compileSeries(twoSeries(source), RANGE, BUCKETS),
    ratio: compileSeries(twoSeries(source, { asRatio: true, groupBy: BY_SERVICE }), RANGE, BUCKETS),
  }),
  stacked_bar: (source) =>
    byAggregate(source, (series) =>
      compileSeries(chartOf(source, [{ ...series, where: ERRORS }]), RANGE, BUCKETS),
    ),
  table: (source) => ({
    ...byAggregate(source, (series) =>
      compileGroups(chartOf(source, [series], { groupBy: BY_SERVICE }), RANGE),
    ),
    ratio: compileGroups(twoSeries(source, { asRatio: true, groupBy: BY_SERVICE }), RANGE),
  }),
  number: (source) => byAggregate(source, (series) => compileGroups(chartOf(source, [series]), RANGE)),
  pie: (source) => byAggregate(source, (series) => compileGroups(limited(source, series), RANGE)),
  bar: (source) => byAggregate(source, (series) => compileGroups(limited(source, series), RANGE)),
};

/** Display types that read the rows of one table, which metrics do not have. */
const OF_ROWS: Readonly<Record<string, (source: TestedSource) => Statements>> = {
  heatmap: (source) => {
    const heatmap = { from: tableOf(source), value: expression('Duration'), where: [ERRORS] };
    return {
      log: compileHeatmap({ ...heatmap, scale: 'log' }, RANGE, BUCKETS),
      linear: compileHeatmap({ ...heatmap, scale: 'linear' }, RANGE, BUCKETS),
    };
  },
  search: (source) => {
    const columns = ['Timestamp', 'Body'].map((name) => ({ name, expression: expression(name) }));
    const search = { from: tableOf(source), columns, where: [ERRORS], orderBy: [], limit: 100, offset: 0 };
    const orderBy = [{ expression: expression('Body'), descending: true }];
    return {
      newest: compileSearch(search, RANGE),
      ordered: compileSearch({ ...search, orderBy, offset: 200 }, RANGE),
    };
  },
};

function limited(source: TestedSource, series: ReturnType<typeof seriesOf>) {
  return chartOf(source, [series], { groupBy: BY_SERVICE, limit: 5 });
}

function twoSeries(source: TestedSource, options: Parameters<typeof chartOf>[2] = {}) {
  const failed = seriesOf(source, 'count', { name: 'failed', where: ERRORS });
  return chartOf(source, [failed, seriesOf(source, 'count', { name: 'all' })], options);
}

function byAggregate(
  source: TestedSource,
  compile: (series: ReturnType<typeof seriesOf>) => SqlFragment,
): Statements {
  const names =
    source === 'histogram' ? AGGREGATES.filter((aggFn) => OF_HISTOGRAMS.includes(aggFn)) : AGGREGATES;
  return Object.fromEntries(names.map((aggFn) => [aggFn, compile(seriesOf(source, aggFn))]));
}

function textOf(statements: Statements): string {
  return Object.entries(statements)
    .map(([title, fragment]) => {
      const { sql, parameters } = fragment.compile();
      return `-- ${title}\n${sql}\n-- ${JSON.stringify(parameters)}\n`;
    })
    .join('\n');
}

describe('a tile becomes a statement', () => {
  const charts = Object.entries(DISPLAY_TYPES).flatMap(([type, compile]) =>
    SOURCE_KINDS.map((source) => [type, source, compile] as const),
  );
  const rows = Object.entries(OF_ROWS).flatMap(([type, compile]) =>
    SOURCE_KINDS.filter((source) => !isMetric(source)).map((source) => [type, source, compile] as const),
  );

  test.each([...charts, ...rows])('%s of a %s', async (type, source, compile) => {
    await expect(textOf(compile(source))).toMatchFileSnapshot(`golden/${type}-${source}.sql`);
  });

  test('series with a condition for their groups', async () => {
    const chart = chartOf('log', [seriesOf('log', 'count'), seriesOf('log', 'avg', { where: ERRORS })], {
      groupBy: BY_SERVICE,
      where: [expression('Duration > 0')],
      having: expression('count() > 10'),
      orderBy: [{ expression: expression('max(Duration)'), descending: false }],
      limit: 3,
    });
    const statements = {
      series: compileSeries(chart, RANGE, BUCKETS),
      rows: compileGroups(chart, RANGE),
    };
    await expect(textOf(statements)).toMatchFileSnapshot('golden/having-and-order.sql');
  });
});

describe('alerts become a statement', () => {
  const windows = { seconds: 300 };

  test.each(SOURCE_KINDS)('one on a %s', async (source) => {
    const statements = {
      ...byAggregate(source, (series) => compileAlerts([chartOf(source, [series])], RANGE, windows)),
      groups: compileAlerts(
        [chartOf(source, [seriesOf(source, 'count', { where: ERRORS })], { groupBy: BY_SERVICE })],
        RANGE,
        windows,
      ),
      ratio: compileAlerts([twoSeries(source, { asRatio: true })], RANGE, windows),
    };
    await expect(textOf(statements)).toMatchFileSnapshot(`golden/alert-${source}.sql`);
  });

  test('several that share one', async () => {
    const failed = seriesOf('log', 'count', { where: ERRORS });
    const slow = seriesOf('log', 'quantile', { where: expression('Duration > 0') });
    const charts = (groupBy: typeof BY_SERVICE) => [
      chartOf('log', [failed], { groupBy }),
      chartOf('log', [slow], { groupBy }),
      twoSeries('log', { asRatio: true, groupBy }),
    ];
    const statements = {
      'without groups': compileAlerts(charts([]), RANGE, windows),
      'with groups': compileAlerts(charts(BY_SERVICE), RANGE, windows),
      'with groups and conditions': compileAlerts(charts(BY_SERVICE).slice(0, 2), RANGE, windows),
    };
    await expect(textOf(statements)).toMatchFileSnapshot('golden/alerts.sql');
  });
});

test('values are bound, once each', () => {
  const { sql, parameters } = value('String', "it's {p0:String}").compile();
  expect(sql).toBe('{p0:String}');
  expect(parameters).toEqual({ p0: "it's {p0:String}" });
});

describe('the length of a bucket', () => {
  const range = (seconds: number) => ({ start: 0, end: seconds * 1000 });

  test.each([
    [60, '30s'],
    [3_600, '30s'],
    [9_000, '30s'],
    [9_001, '1m'],
    [86_400, '5m'],
    [30 * 86_400, '6h'],
    [40 * 365 * 86_400, '30d'],
  ])('of %i seconds is %s', (seconds, granularity) => {
    expect(bucketsOf(range(seconds), 'auto')).toMatchObject({ granularity });
  });

  test('counts buckets that are partly in the range', () => {
    expect(bucketsOf({ start: 59_000, end: 121_000 }, '1m')).toMatchObject({ first: 0, count: 3 });
  });

  test('is empty for an empty range', () => {
    expect(bucketsOf({ start: 60_000, end: 60_000 }, '1m').count).toBe(0);
  });
});
