import type { MetricTypeName, Readable, Source } from '@penstock/contract';
import { checkExpressions } from '../expressions/check-expressions.ts';
import { ExpressionError } from '../expressions/parse-expressions.ts';
import type { EnginePort, TableName } from '../port/engine-port.ts';
import { isReservedDatabase } from '../port/names.ts';
import type { CheckedTable } from './checked-query.ts';
import type { SearchedTable } from './lucene/compile-lucene.ts';
import { QueryError } from './query-error.ts';
import { checked } from './sql-fragment.ts';
import { columnsOf } from './table-columns.ts';

/** A source, and what precedes the name of its database in the engine. */
export interface QueriedSource {
  readonly source: Readable<Source>;
  readonly databasePrefix: string;
}

/** A table that can be queried: the only one that its queries can read. */
export interface OpenTable extends CheckedTable, SearchedTable {}

/** The table with the rows of a source, or with one type of metrics. */
function tableOf({ source, databasePrefix }: QueriedSource, metricType?: MetricTypeName): TableName {
  const { databaseName, tableName } = source.from;
  const database = `${databasePrefix}${databaseName}`;
  if (isReservedDatabase(database))
    throw new QueryError(
      'query_invalid',
      `${databaseName} is a database of the engine, which cannot be queried. Update the source.`,
    );
  const table = metricType === undefined ? tableName : source.metricTables?.[metricType];
  if (table === undefined || table === '')
    throw new QueryError(
      'source_not_ready',
      `The source has no table with ${metricType ?? 'rows'}. Update the source.`,
    );
  return { database, table };
}

/** The tables that queries of a source read. None if they may not be queried. */
export function tablesOf({ source, databasePrefix }: QueriedSource): TableName[] {
  const database = `${databasePrefix}${source.from.databaseName}`;
  if (isReservedDatabase(database)) return [];
  const names = [source.from.tableName, ...Object.values(source.metricTables ?? {})];
  return names.flatMap((table) => (table ? [{ database, table }] : []));
}

/** Reads the columns of a table and checks the expressions of its source. @throws QueryError */
export async function openTable(
  engine: EnginePort,
  queried: QueriedSource,
  metricType?: MetricTypeName,
): Promise<OpenTable> {
  const table = tableOf(queried, metricType);
  const columns = await columnsOf(engine, table);
  if (columns.length === 0)
    throw new QueryError(
      'source_not_ready',
      'The table of the source does not exist yet. Create it, or wait until the first rows have arrived.',
    );
  const names = columns.map(({ name }) => name);
  const { source } = queried;
  const timestamp = await sourceExpression(
    engine,
    names,
    'timestampValueExpression',
    source.timestampValueExpression,
  );
  const open = { table, columns, timestamp: checked(timestamp) };
  const text = textOf(source, names);
  if (text === undefined) return open;
  const expression = await sourceExpression(engine, names, text.property, text.expression);
  const type = columns.find(({ name }) => name === text.expression)?.type;
  const plain = type !== undefined && /^(?:LowCardinality\()?String/.test(type);
  const sql = plain ? expression.sql : `ifNull(toString(${expression.sql}), '')`;
  return { ...open, text: checked({ sql }), ...(type !== undefined && { textColumn: text.expression }) };
}

/** Where terms without a field are searched. Without an expression, the column of the OpenTelemetry layout is used if it exists. */
function textOf({ kind, bodyExpression, spanNameExpression }: Readable<Source>, columns: readonly string[]) {
  const property = kind === 'log' ? 'bodyExpression' : 'spanNameExpression';
  const given = kind === 'log' ? bodyExpression : kind === 'trace' ? spanNameExpression : undefined;
  if (given !== undefined) return { property, expression: given };
  const usual = kind === 'log' ? 'Body' : 'SpanName';
  const has = (kind === 'log' || kind === 'trace') && columns.includes(usual);
  return has ? { property, expression: usual } : undefined;
}

/** An expression of the source; an error in it is not one of the request. */
async function sourceExpression(
  engine: EnginePort,
  columns: readonly string[],
  property: string,
  text: string,
): Promise<{ readonly sql: string }> {
  try {
    const { items } = await checkExpressions(engine, text, columns, { owner: 'source' });
    const [only, ...others] = items;
    if (only === undefined || others.length > 0) throw new ExpressionError('must be one expression');
    return only;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new QueryError('query_invalid', `${property} of the source ${error.message}. Update the source.`);
  }
}
