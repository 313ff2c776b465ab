import type { MetricTypeName, SourceCreate, SourceKindName, Writable } from '@penstock/contract';
import { checkExpressions } from '../expressions/check-expressions.ts';
import { ExpressionError } from '../expressions/parse-expressions.ts';
import type { EnginePort, TableName } from '../port/engine-port.ts';
import { quoteName } from '../port/names.ts';
import type { TableColumn } from './checked-query.ts';
import { METRIC_COLUMNS, METRIC_TYPES } from './metric-columns.ts';
import { readColumns } from './table-columns.ts';
import {
  type ColumnProperty,
  PROPERTIES_OF_KIND,
  plainName,
  precisionOf,
  USUAL_COLUMNS,
} from './usual-columns.ts';

/** A table that a source is to be proposed for. */
export interface InferredTable {
  readonly databaseName: string;
  readonly tableName: string;
  readonly databasePrefix: string;
  /** By the columns of the table if it is not given. */
  readonly kind?: SourceKindName;
}

/** A proposed source. A session source needs the id of a trace source as well, which the engine does not know. */
export interface InferredSource {
  readonly source: Omit<Writable<SourceCreate>, 'traceSourceId'>;
  /** The optional properties without a column. */
  readonly missing: readonly string[];
}

/** A table that cannot be the table of a source. */
export class InferenceError extends Error {
  override readonly name = 'InferenceError';
  /** A JSON pointer into the request. */
  readonly pointer: string;
  readonly code: 'reference_not_found' | 'not_applicable';

  constructor(pointer: string, code: InferenceError['code'], message: string) {
    super(message);
    this.pointer = pointer;
    this.code = code;
  }
}

/** Proposes a source for a table, by the names and types of its columns (D-93). @throws InferenceError */
export async function inferSource(engine: EnginePort, request: InferredTable): Promise<InferredSource> {
  const { databaseName, tableName } = request;
  const table = { database: `${request.databasePrefix}${databaseName}`, table: tableName };
  const columns = await readColumns(engine, table);
  if (columns.length === 0)
    throw new InferenceError(
      '/tableName',
      'reference_not_found',
      'must be the name of an existing table of this database',
    );
  const kind = request.kind ?? kindOf(columns);
  if (kind === 'metric') return metricSource(engine, request, table, columns);
  const found = await findProperties(engine, kind, columns);
  const precision = found.durationExpression && precisionOf(found.durationExpression.column);
  return describe(kind, found, {
    name: tableName,
    connection: 'default',
    from: { databaseName, tableName },
    ...(precision !== undefined && { durationPrecision: precision }),
  });
}

/** The kind that only rows of this kind have the columns for; `log` otherwise. */
function kindOf(columns: readonly TableColumn[]): SourceKindName {
  if (METRIC_TYPES.some((type) => hasMetrics(columns, type))) return 'metric';
  const has = (property: ColumnProperty) => candidatesOf(property, columns).length > 0;
  const isTrace = has('parentSpanIdExpression') || (has('spanIdExpression') && has('durationExpression'));
  return isTrace ? 'trace' : 'log';
}

function hasMetrics(columns: readonly TableColumn[], type: MetricTypeName): boolean {
  const names = new Set(columns.map(({ name }) => name));
  return METRIC_COLUMNS[type].every((column) => names.has(column));
}

/** A metric source has the tables whose names differ in the type of the metrics only, and expressions for all of them. */
async function metricSource(
  engine: EnginePort,
  { databaseName, tableName }: InferredTable,
  table: TableName,
  columns: readonly TableColumn[],
): Promise<InferredSource> {
  const own = METRIC_TYPES.findLast((type) => hasMetrics(columns, type));
  if (own === undefined)
    throw new InferenceError(
      '/kind',
      'not_applicable',
      'must not be metric, because the table does not have the columns MetricName and Value, or the buckets of a histogram',
    );
  const { timestampValueExpression: timestamp } = await findProperties(engine, 'metric', columns);
  const metricTables: Partial<Record<MetricTypeName, string>> = { [own]: tableName };
  let shared = columns;
  const base = tableName.endsWith(`_${own}`) ? tableName.slice(0, -own.length) : undefined;
  for (const type of METRIC_TYPES.filter((one) => base !== undefined && one !== own)) {
    const sibling = await readColumns(engine, { ...table, table: `${base}${type}` });
    const isSame = (column: TableColumn) =>
      sibling.some(({ name, type: other }) => name === column.name && other === column.type);
    if (!hasMetrics(sibling, type) || !columns.some((one) => one.name === timestamp.column && isSame(one)))
      continue;
    metricTables[type] = `${base}${type}`;
    shared = shared.filter(isSame);
  }
  return describe('metric', await findProperties(engine, 'metric', shared), {
    name: base?.replace(/_$/, '') || tableName,
    connection: 'default',
    from: { databaseName },
    metricTables,
  });
}

/** A column, and the expression that names it. */
interface Found {
  readonly column: string;
  readonly expression: string;
}

type FoundProperties = { readonly [Property in ColumnProperty]?: Found } & {
  readonly timestampValueExpression: Found;
};

async function findProperties(
  engine: EnginePort,
  kind: SourceKindName,
  columns: readonly TableColumn[],
): Promise<FoundProperties> {
  const timestamp = await findColumn(engine, 'timestampValueExpression', columns);
  if (timestamp === undefined)
    throw new InferenceError('/tableName', 'not_applicable', 'must be a table with a column of timestamps');
  const found: Partial<Record<ColumnProperty, Found>> = {};
  const free = new Set(columns.filter(({ name }) => name !== timestamp.column));
  for (const property of PROPERTIES_OF_KIND[kind]) {
    const column = await findColumn(engine, property, [...free]);
    if (column === undefined) continue;
    found[property] = column;
    for (const one of free) if (one.name === column.column) free.delete(one);
  }
  return { ...found, timestampValueExpression: timestamp };
}

async function findColumn(
  engine: EnginePort,
  property: ColumnProperty,
  columns: readonly TableColumn[],
): Promise<Found | undefined> {
  const names = columns.map(({ name }) => name);
  for (const column of candidatesOf(property, columns)) {
    const expression = await expressionFor(engine, column, names);
    if (expression !== undefined) return { column, expression };
  }
  return undefined;
}

/** The columns that can have the values of a property, the best first. Without a usual name, any column of times has timestamps. */
function candidatesOf(property: ColumnProperty, columns: readonly TableColumn[]): string[] {
  const { openTelemetry, others, type } = USUAL_COLUMNS[property];
  const suitable = columns.filter((column) => type.test(bareType(column.type))).map(({ name }) => name);
  const usual = others.flatMap((other) => suitable.filter((name) => plainName(name) === other));
  const any = property === 'timestampValueExpression' ? suitable : [];
  return [...new Set([...openTelemetry.filter((name) => suitable.includes(name)), ...usual, ...any])];
}

function bareType(type: string): string {
  return type.replace(/^(?:(?:LowCardinality|Nullable)\()+/, '');
}

/** The name of a column as an expression, in quotes if it needs them; undefined if no expression can name it. */
async function expressionFor(
  engine: EnginePort,
  column: string,
  columns: readonly string[],
): Promise<string | undefined> {
  const forms = /^[A-Za-z_]\w*$/.test(column) ? [column, quoteName(column)] : [quoteName(column)];
  for (const form of forms) {
    try {
      const checked = await checkExpressions(engine, form, columns, { owner: 'source' });
      if (checked.items.length === 1 && checked.columns[0] === column) return form;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
    }
  }
  return undefined;
}

/** The columns of a search by default, in this order. */
const DISPLAYED: Readonly<Partial<Record<SourceKindName, readonly ColumnProperty[]>>> = {
  log: ['timestampValueExpression', 'serviceNameExpression', 'severityTextExpression', 'bodyExpression'],
  trace: ['timestampValueExpression', 'serviceNameExpression', 'spanNameExpression', 'durationExpression'],
};

function describe(
  kind: SourceKindName,
  found: FoundProperties,
  rest: Pick<InferredSource['source'], 'name' | 'connection' | 'from' | 'durationPrecision' | 'metricTables'>,
): InferredSource {
  const { name, connection, from, ...others } = rest;
  const displayed = (DISPLAYED[kind] ?? []).flatMap((property) => found[property]?.expression ?? []);
  const expressions = PROPERTIES_OF_KIND[kind].flatMap((property) => {
    const expression = found[property]?.expression;
    return expression === undefined ? [] : [[property, expression]];
  });
  return {
    source: {
      name,
      kind,
      connection,
      from,
      timestampValueExpression: found.timestampValueExpression.expression,
      ...(displayed.length > 1 && { defaultTableSelectExpression: displayed.join(', ') }),
      ...Object.fromEntries(expressions),
      ...others,
    },
    missing: PROPERTIES_OF_KIND[kind].filter((property) => found[property] === undefined),
  };
}
