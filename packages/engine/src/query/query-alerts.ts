import type { EnginePort } from '../port/engine-port.ts';
import { aggregateOf } from './aggregate.ts';
import { type ChartRequest, checkChart } from './check-chart.ts';
import type { CheckedChart, CheckedSeries } from './checked-query.ts';
import { compileAlerts, isCount } from './compile-alerts.ts';
import { withCurrentColumns } from './current-columns.ts';
import type { QueriedSource } from './queried-source.ts';
import { QueryError } from './query-error.ts';
import { groupOf, pointValue } from './read-series.ts';
import { type ResultTable, type RunOptions, runStatement } from './run-statement.ts';
import { sql, table } from './sql-fragment.ts';
import { type BucketSize, startOfBucket, type TimeRange } from './time-buckets.ts';

/** What an alert compares: the last numeric series of a chart, or its ratio. */
export interface CheckedAlert {
  readonly chart: CheckedChart;
  /** Alerts with the same shape can share a statement; undefined for one that cannot share any. */
  readonly shape: string | undefined;
  /** The length of its part of a statement. */
  readonly size: number;
}

/** The value of an alert, or of a group of it, in a window with rows. */
export interface AlertValue {
  /** The beginning of the window in milliseconds since the epoch. */
  readonly window: number;
  readonly groupKey?: string;
  readonly group?: Readonly<Record<string, string>>;
  /** Undefined if it is no number. */
  readonly value: number | undefined;
}

/** Checks what an alert compares. @throws QueryError if the author of the tile or the search can fix it */
export async function checkAlert(
  engine: EnginePort,
  queried: QueriedSource,
  request: ChartRequest,
): Promise<CheckedAlert> {
  const checked = await withCurrentColumns(engine, queried, () =>
    checkChart(engine, queried, request, '/select'),
  );
  const series = checked.asRatio ? checked.series : [await lastNumeric(engine, checked)];
  const chart = { ...checked, series };
  return { chart, shape: shapeOf(chart), size: sizeOf(chart) };
}

/** Alerts on the same table with the same groups. */
function shapeOf({ from, groupBy }: CheckedChart): string | undefined {
  if (from === undefined) return undefined;
  const { table: name, timestamp } = from;
  return JSON.stringify([name, timestamp.compile(), groupBy.map(({ expression }) => expression.compile())]);
}

function sizeOf(chart: CheckedChart): number {
  return compileAlerts([chart], { start: 0, end: 0 }, { seconds: 60 }).compile().sql.length;
}

const OF_ANY_TYPE: ReadonlySet<string> = new Set(['any', 'last_value', 'max', 'min', 'quantile']);
const NUMERIC = /^(?:(?:Nullable|LowCardinality)\()*(?:U?Int|Float|BFloat|Decimal|Bool)/;

async function lastNumeric(engine: EnginePort, chart: CheckedChart): Promise<CheckedSeries> {
  for (const series of [...chart.series].reverse()) if (await isNumeric(engine, chart, series)) return series;
  throw new QueryError('query_invalid', 'The tile has no numeric series. Fix the tile.');
}

async function isNumeric(
  engine: EnginePort,
  { from }: CheckedChart,
  series: CheckedSeries,
): Promise<boolean> {
  if (from === undefined || !OF_ANY_TYPE.has(series.aggFn)) return true;
  const statement = sql`SELECT ${aggregateOf(series, from.timestamp)} FROM ${table(from.table)} WHERE 0`;
  const { types } = await runStatement(engine, statement.compile());
  return NUMERIC.test(types[0] ?? '');
}

/**
 * Reads the values of alerts with the same shape in windows of one length, in one statement. Windows without rows are missing.
 *
 * @throws QueryError if the author of one of them can fix it
 */
export async function queryAlerts(
  engine: EnginePort,
  alerts: readonly CheckedAlert[],
  range: TimeRange,
  windows: BucketSize,
  options?: RunOptions,
): Promise<readonly (readonly AlertValue[])[]> {
  const charts = alerts.map(({ chart }) => chart);
  const result = await runStatement(engine, compileAlerts(charts, range, windows).compile(), options);
  let column = (charts[0]?.groupBy.length ?? 0) + 1;
  return charts.map((chart) => {
    const rows = column;
    column += isCount(chart) ? 1 : 1 + chart.series.length;
    return valuesOf(chart, result, rows, windows);
  });
}

/** `rows`: the column with the number of rows, which the values of the series follow. */
function valuesOf(
  chart: CheckedChart,
  result: ResultTable,
  rows: number,
  windows: BucketSize,
): readonly AlertValue[] {
  return result.rows.flatMap((row): AlertValue[] => {
    if (Number(row[rows]) === 0) return [];
    return [
      {
        window: startOfBucket(windows, Number(row[chart.groupBy.length])),
        ...groupOf(chart, row),
        value: comparedValue(chart, row, rows),
      },
    ];
  });
}

function comparedValue(chart: CheckedChart, row: readonly unknown[], rows: number): number | undefined {
  if (isCount(chart)) return Number(row[rows]);
  const values = row.slice(rows + 1, rows + 1 + chart.series.length) as (number | null)[];
  return pointValue(chart, 0, values);
}
