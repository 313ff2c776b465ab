import type { MetricTypeName, Readable, TileSeries } from '@penstock/contract';
import type { EnginePort } from '../port/engine-port.ts';
import type { CheckedChart, CheckedSeries, NamedExpression } from './checked-query.ts';
import { ExpressionChecks, type ValueFilter } from './expression-checks.ts';
import { type OpenTable, openTable, type QueriedSource } from './queried-source.ts';
import type { SqlFragment } from './sql-fragment.ts';

/** Series of one source, as a request or the configuration of a tile describes them. */
export interface ChartRequest {
  readonly series: readonly Readable<TileSeries>[];
  readonly where?: string;
  readonly whereLanguage?: string;
  readonly groupBy?: string;
  readonly having?: string;
  readonly orderBy?: string;
  readonly limit?: number;
  readonly asRatio?: boolean;
  readonly filters?: readonly ValueFilter[];
}

const MOST_GROUPS = 100;

/**
 * Checks series against the table of their source. `pointer` is the location of the series in the request.
 *
 * @throws QueryError with an entry for each expression that cannot be used
 */
export async function checkChart(
  engine: EnginePort,
  queried: QueriedSource,
  request: ChartRequest,
  pointer: '/series' | '/select',
): Promise<CheckedChart> {
  const checks = new ExpressionChecks(engine);
  const tables = await openTables(engine, queried, request);
  const series = await Promise.all(
    request.series.map((one, index) => checkSeries(checks, tables, one, `${pointer}/${index}`)),
  );
  const [first] = tables.values();
  const common = first ?? (await openTable(engine, queried));
  const isMetric = queried.source.kind === 'metric';
  if (isMetric) rejectForMetrics(checks, request);
  const where = await checks.condition('/where', request, common);
  const filters = await checks.filters(request.filters, common);
  const groupBy = await checks.named('/groupBy', request.groupBy, common);
  const having = isMetric ? undefined : await checks.aggregate('/having', request.having, common);
  const orderBy = isMetric ? [] : await checks.orderings('/orderBy', request.orderBy, common, true);
  checks.throwErrors();
  return {
    ...(!isMetric && { from: common }),
    series: uniqueNames(series, groupBy),
    groupBy,
    where: [...(where === undefined ? [] : [where]), ...filters],
    ...(having !== undefined && { having }),
    orderBy,
    limit: Math.min(request.limit ?? MOST_GROUPS, MOST_GROUPS),
    asRatio: request.asRatio ?? false,
  };
}

type Tables = ReadonlyMap<MetricTypeName | undefined, OpenTable>;

/** The table of each type of metric, or the table of the source. */
async function openTables(
  engine: EnginePort,
  queried: QueriedSource,
  { series }: ChartRequest,
): Promise<Tables> {
  const isMetric = queried.source.kind === 'metric';
  const types = series.map(({ metricType }) => (isMetric ? (metricType as MetricTypeName) : undefined));
  return new Map(
    await Promise.all(
      [...new Set(types)].map(async (type) => [type, await openTable(engine, queried, type)] as const),
    ),
  );
}

async function checkSeries(
  checks: ExpressionChecks,
  tables: Tables,
  series: Readable<TileSeries>,
  pointer: string,
): Promise<CheckedSeries> {
  const type = series.metricType as MetricTypeName | undefined;
  const table = tables.get(type) ?? tables.get(undefined);
  if (table === undefined) throw new TypeError('The table of each series is open.');
  const isMetric = type !== undefined && tables.has(type);
  const { valueExpression, level } = series;
  const aggFn = series.aggFn as CheckedSeries['aggFn'];
  const value: SqlFragment | undefined =
    aggFn === 'count'
      ? undefined
      : await checks.one(`${pointer}/valueExpression`, valueExpression, isMetric ? VALUE_OF_METRIC : table);
  const where = await checks.condition(`${pointer}/where`, series, table);
  return {
    aggFn,
    name: nameOf(series),
    ...(level !== undefined && { level }),
    ...(value !== undefined && { value }),
    ...(where !== undefined && { where }),
    ...(isMetric && { metric: { name: series.metricName ?? '', type, from: table } }),
  };
}

const VALUE_OF_METRIC = { columns: [{ name: 'Value', type: 'Float64' }] };

/** Metrics are computed per time series, so there are no rows that these could refer to. */
function rejectForMetrics(checks: ExpressionChecks, { having, orderBy }: ChartRequest): void {
  const message = 'does not apply to metric sources; remove it';
  if (having !== undefined) checks.report('/having', message);
  if (orderBy !== undefined) checks.report('/orderBy', message);
}

function nameOf({ alias, aggFn, level, valueExpression, metricName }: Readable<TileSeries>): string {
  if (alias !== undefined) return alias;
  const call = level === undefined ? `${aggFn}` : `${aggFn}(${level})`;
  const what = metricName ?? (aggFn === 'count' ? undefined : valueExpression);
  return what === undefined ? call : `${call} of ${what}`;
}

/** Columns of a result have different names. */
function uniqueNames(series: readonly CheckedSeries[], groups: readonly NamedExpression[]): CheckedSeries[] {
  const taken = new Set(groups.map(({ name }) => name));
  return series.map((one) => {
    let { name } = one;
    for (let count = 2; taken.has(name); count += 1) name = `${one.name} (${count})`;
    taken.add(name);
    return { ...one, name };
  });
}
