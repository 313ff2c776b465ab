import type { MetricTypeName, Readable, Source } from '@penstock/contract';
import { checkExpressions, type ExpressionRules } from '../expressions/check-expressions.ts';
import { ExpressionError } from '../expressions/parse-expressions.ts';
import { EngineError } from '../port/engine-error.ts';
import type { EnginePort, TableName } from '../port/engine-port.ts';
import { isReservedDatabase } from '../port/names.ts';
import type { TableColumn } from './checked-query.ts';
import { METRIC_COLUMNS, METRIC_TYPES } from './metric-columns.ts';
import type { QueriedSource } from './queried-source.ts';
import { sentenceOf } from './run-statement.ts';
import { checked, join, type SqlFragment, sql, table, value } from './sql-fragment.ts';
import { readColumns } from './table-columns.ts';

/** Why a source cannot be queried (D-92). */
export interface SourceProblem {
  readonly code: 'table_missing' | 'column_missing' | 'expression_invalid' | 'database_not_readable';
  /** A sentence with what to do. */
  readonly message: string;
  /** A JSON pointer into the source. */
  readonly pointer: string;
}

/**
 * Finds the first reason why a source cannot be queried: a table or column that does not exist, or an expression that the engine
 * rejects. Nothing is read from the tables.
 *
 * @throws EngineUnavailableError if the engine does not respond
 */
export async function findSourceProblem(
  engine: EnginePort,
  { source, databasePrefix }: QueriedSource,
): Promise<SourceProblem | undefined> {
  const { databaseName } = source.from;
  const database = `${databasePrefix}${databaseName}`;
  if (isReservedDatabase(database))
    return {
      code: 'database_not_readable',
      message: `${databaseName} is a database of the engine, which cannot be queried. Update the source.`,
      pointer: '/from/databaseName',
    };
  for (const named of tablesOf(source)) {
    const problem = await findTableProblem(engine, source, { database, table: named.name }, named);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A table that a source names. */
interface NamedTable {
  readonly name: string;
  readonly pointer: string;
  readonly metricType?: MetricTypeName;
}

function tablesOf({ kind, from, metricTables }: Readable<Source>): NamedTable[] {
  if (kind !== 'metric') return [{ name: from.tableName, pointer: '/from/tableName' }];
  return METRIC_TYPES.flatMap((metricType) => {
    const name = metricTables?.[metricType];
    return name === undefined ? [] : [{ name, metricType, pointer: `/metricTables/${metricType}` }];
  });
}

async function findTableProblem(
  engine: EnginePort,
  source: Readable<Source>,
  name: TableName,
  { pointer, metricType }: NamedTable,
): Promise<SourceProblem | undefined> {
  const columns = await readColumns(engine, name);
  const described = `${source.from.databaseName}.${name.table}`;
  if (columns.length === 0)
    return {
      code: 'table_missing',
      message: `The table ${described} does not exist yet. Create it, or wait until the first rows have arrived.`,
      pointer,
    };
  const needed = metricType === undefined ? [] : METRIC_COLUMNS[metricType];
  const absent = needed.find((column) => columns.every((existing) => existing.name !== column));
  if (absent !== undefined)
    return {
      code: 'column_missing',
      message: `The table ${described} has no column ${absent}, which queries of this type of metrics read. Use a table in the OpenTelemetry layout.`,
      pointer,
    };
  return findExpressionProblem(engine, source, name, columns);
}

/** The properties with expressions; only the first one is required. */
const EXPRESSIONS = [
  'timestampValueExpression',
  'defaultTableSelectExpression',
  'serviceNameExpression',
  'severityTextExpression',
  'bodyExpression',
  'traceIdExpression',
  'spanIdExpression',
  'parentSpanIdExpression',
  'spanNameExpression',
  'durationExpression',
  'statusCodeExpression',
  'resourceAttributesExpression',
] as const satisfies readonly (keyof Source)[];

type ExpressionProperty = (typeof EXPRESSIONS)[number];

async function findExpressionProblem(
  engine: EnginePort,
  source: Readable<Source>,
  name: TableName,
  columns: readonly TableColumn[],
): Promise<SourceProblem | undefined> {
  const selected: { readonly property: ExpressionProperty; readonly columns: readonly SqlFragment[] }[] = [];
  for (const property of EXPRESSIONS) {
    const text = source[property];
    if (text === undefined) continue;
    const outcome = await checkProperty(engine, property, text, columns);
    if ('code' in outcome) return outcome;
    selected.push({ property, columns: outcome });
  }
  const rejected = await explain(
    engine,
    name,
    selected.flatMap((one) => one.columns),
  );
  if (rejected === undefined) return undefined;
  if (rejected.type === 'ACCESS_DENIED')
    return {
      code: 'database_not_readable',
      message: `The user of the engine may not read ${source.from.databaseName}.${name.table}. Grant it SELECT on the table.`,
      pointer: '/from/databaseName',
    };
  for (const one of selected) {
    const error = await explain(engine, name, one.columns);
    if (error !== undefined)
      return expressionProblem(
        one.property,
        `${one.property} cannot be queried: ${sentenceOf(error.detail)}.`,
      );
  }
  return undefined;
}

const ONE: ExpressionRules = { owner: 'source' };
const SEVERAL: ExpressionRules = { owner: 'source', aliases: true };

/** What a query would select for a property, or the problem of its expression. */
async function checkProperty(
  engine: EnginePort,
  property: ExpressionProperty,
  text: string,
  columns: readonly TableColumn[],
): Promise<readonly SqlFragment[] | SourceProblem> {
  const isList = property === 'defaultTableSelectExpression';
  try {
    const names = columns.map((column) => column.name);
    const { items } = await checkExpressions(engine, text, names, isList ? SEVERAL : ONE);
    if (!isList && items.length !== 1) throw new ExpressionError('must be one expression');
    const fragments = items.map(checked);
    return property === 'timestampValueExpression' ? fragments.flatMap(timestampUses) : fragments;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, missingColumn } = error;
    if (missingColumn === undefined) return expressionProblem(property, `${property} ${message}.`);
    return {
      code: 'column_missing',
      message: `${property} names ${JSON.stringify(missingColumn)}, which the table does not have. Update the source, or add the column.`,
      pointer: `/${property}`,
    };
  }
}

/** Queries compare timestamps, and divide them into buckets. */
function timestampUses(timestamp: SqlFragment): SqlFragment[] {
  return [
    sql`toUnixTimestamp(${timestamp})`,
    sql`${timestamp} >= fromUnixTimestamp64Milli(${value('Int64', 0)}, 'UTC')`,
  ];
}

function expressionProblem(property: ExpressionProperty, message: string): SourceProblem {
  return {
    code: 'expression_invalid',
    message: `${message} Fix the expression.`,
    pointer: `/${property}`,
  };
}

/** Makes the plan of a query, which finds wrong types; the error if it cannot be made. */
async function explain(
  engine: EnginePort,
  name: TableName,
  columns: readonly SqlFragment[],
): Promise<EngineError | undefined> {
  const statement = sql`EXPLAIN SELECT ${join(columns, ', ')} FROM ${table(name)}`.compile();
  try {
    await engine.query({ ...statement, format: 'TSVRaw', limits: { readonly: true, seconds: 10 } });
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
