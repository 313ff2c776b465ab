import type { HeatmapScaleTypeName } from '@penstock/contract';
import type { EnginePort } from '../port/engine-port.ts';
import type { CheckedHeatmap, CheckedSearch, NamedExpression } from './checked-query.ts';
import { ExpressionChecks, type ValueFilter } from './expression-checks.ts';
import { type OpenTable, openTable, type QueriedSource } from './queried-source.ts';
import { QueryError } from './query-error.ts';
import { name } from './sql-fragment.ts';

/** A search, as a request or the configuration of a tile describes it. */
export interface SearchRequest {
  /** A list of expressions; the columns of the source by default. */
  readonly select?: string;
  readonly where?: string;
  readonly whereLanguage?: string;
  readonly orderBy?: string;
  readonly limit: number;
  readonly offset: number;
  readonly filters?: readonly ValueFilter[];
}

export interface HeatmapRequest {
  readonly valueExpression: string;
  readonly scale: HeatmapScaleTypeName;
  /** The conditions of the tile and of its series, with their locations. */
  readonly conditions: readonly {
    readonly pointer: string;
    readonly where?: string;
    readonly whereLanguage?: string;
  }[];
  readonly filters?: readonly ValueFilter[];
}

/** @throws QueryError with an entry for each expression that cannot be used */
export async function checkSearch(
  engine: EnginePort,
  queried: QueriedSource,
  request: SearchRequest,
): Promise<CheckedSearch> {
  rejectMetrics(queried);
  const checks = new ExpressionChecks(engine);
  const table = await openTable(engine, queried);
  const columns = await selected(checks, queried, request, table);
  const where = await checks.condition('/where', request, table);
  const filters = await checks.filters(request.filters, table);
  const orderBy = await checks.orderings('/orderBy', request.orderBy, table, false);
  checks.throwErrors();
  const { limit, offset } = request;
  return {
    from: table,
    columns,
    where: [...(where === undefined ? [] : [where]), ...filters],
    orderBy,
    limit,
    offset,
  };
}

/** @throws QueryError with an entry for each expression that cannot be used */
export async function checkHeatmap(
  engine: EnginePort,
  queried: QueriedSource,
  { valueExpression, scale, conditions, filters }: HeatmapRequest,
): Promise<CheckedHeatmap> {
  rejectMetrics(queried);
  const checks = new ExpressionChecks(engine);
  const table = await openTable(engine, queried);
  const value = await checks.one('/select/0/valueExpression', valueExpression, table);
  const where = await Promise.all(
    conditions.map((condition) => checks.condition(condition.pointer, condition, table)),
  );
  const filtered = await checks.filters(filters, table);
  checks.throwErrors();
  if (value === undefined) throw new TypeError('An expression without an error has a form.');
  return {
    from: table,
    value,
    scale,
    where: [...where.flatMap((condition) => condition ?? []), ...filtered],
  };
}

async function selected(
  checks: ExpressionChecks,
  { source }: QueriedSource,
  { select }: SearchRequest,
  table: OpenTable,
): Promise<readonly NamedExpression[]> {
  const text = select ?? source.defaultTableSelectExpression;
  if (text !== undefined) return checks.named('/select', text, table);
  return table.columns.map((column) => ({ name: column.name, expression: name(column.name) }));
}

/** Metrics have one table per type, and no rows that people read (D-54). */
function rejectMetrics({ source }: QueriedSource): void {
  if (source.kind === 'metric')
    throw new QueryError(
      'query_invalid',
      'The rows of a metric source cannot be searched. Use a chart with series.',
      [{ pointer: '/sourceId', message: 'must be a source of logs, traces or sessions' }],
    );
}
