import { checkExpressions } from '../expressions/check-expressions.ts';
import { ExpressionError } from '../expressions/parse-expressions.ts';
import type { PipeDefinition } from '../pipe.ts';
import { type DefinitionError, PipeError } from '../pipe-runtime.ts';
import { EngineError } from '../port/engine-error.ts';
import type { EnginePort } from '../port/engine-port.ts';
import { tryTable } from '../tables/table-statements.ts';
import { type CheckedColumns, checkColumns } from './check-columns.ts';
import { nameErrors } from './check-names.ts';
import type { CheckedColumn, CheckedDestination } from './checked-destination.ts';
import { settingErrors } from './insert-settings.ts';

/** A destination that can be compiled, or what is wrong with it. */
export interface DestinationVerdict {
  readonly checked: CheckedDestination;
  readonly errors: readonly DefinitionError[];
}

type TableDefinition = NonNullable<PipeDefinition['destination']['tableDefinition']>;
type Clause = 'partitionBy' | 'primaryKey';

const TABLE = '/destination/tableDefinition';

/** Checks everything about a destination that only the engine understands. */
export async function checkDestination(
  engine: EnginePort,
  definition: PipeDefinition,
): Promise<DestinationVerdict> {
  const { tableDefinition } = definition.destination;
  const [{ columns, errors: columnErrors }, partitionBy, primaryKey] = await Promise.all([
    checkColumns(engine, definition),
    checkClause(engine, definition, 'partitionBy'),
    checkClause(engine, definition, 'primaryKey'),
  ]);
  const errors = [
    ...nameErrors(definition),
    ...settingErrors(definition),
    ...columnErrors,
    ...keyErrors(definition),
    ...partitionBy.errors,
    ...primaryKey.errors,
  ];
  const checked = {
    columns,
    ...(partitionBy.sql !== undefined && { partitionBy: partitionBy.sql }),
    ...(primaryKey.sql !== undefined && { primaryKey: primaryKey.sql }),
  };
  if (errors.length > 0 || tableDefinition === undefined) return { checked, errors };
  return { checked, errors: await tryDefinition(engine, tableDefinition, checked) };
}

/** @throws PipeError if the engine does not accept the destination */
export async function requireDestination(
  engine: EnginePort,
  definition: PipeDefinition,
): Promise<CheckedDestination> {
  const { checked, errors } = await checkDestination(engine, definition);
  rejectErrors(errors);
  return checked;
}

/** The columns of a pipe whose table exists. @throws PipeError if the engine does not accept them */
export async function requireColumns(
  engine: EnginePort,
  definition: PipeDefinition,
): Promise<readonly CheckedColumn[]> {
  const { columns, errors }: CheckedColumns = await checkColumns(engine, definition);
  rejectErrors([...nameErrors(definition), ...errors]);
  return columns;
}

function rejectErrors(errors: readonly DefinitionError[]): void {
  if (errors.length === 0) return;
  const described = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
  throw new PipeError(
    'schema_mismatch',
    `The destination of the pipe is not valid: ${described}. Update the pipe.`,
  );
}

async function checkClause(
  engine: EnginePort,
  { destination: { columns = [], tableDefinition } }: PipeDefinition,
  name: Clause,
): Promise<{ readonly sql?: string; readonly errors: readonly DefinitionError[] }> {
  const text = tableDefinition?.[name];
  if (text === undefined) return { errors: [] };
  const names = columns.map((column) => column.name);
  try {
    return { sql: (await checkExpressions(engine, text, names)).sql, errors: [] };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { errors: [{ pointer: `${TABLE}/${name}`, message: error.message }] };
  }
}

/** The sorting key names columns; a table of the engine Null has no keys. */
function keyErrors({ destination: { columns = [], tableDefinition } }: PipeDefinition): DefinitionError[] {
  if (tableDefinition === undefined) return [];
  if (tableDefinition.engine.type === 'Null') {
    const given = (['sortingKey', 'partitionBy', 'primaryKey'] as const).filter(
      (name) => (tableDefinition[name] ?? []).length > 0,
    );
    return given.map((name) => ({
      pointer: `${TABLE}/${name}`,
      message: 'does not apply to the engine Null; remove it',
    }));
  }
  const names = new Set(columns.map(({ name }) => name));
  return tableDefinition.sortingKey.flatMap((name, index) =>
    names.has(name)
      ? []
      : [
          {
            pointer: `${TABLE}/sortingKey/${index}`,
            message: 'must be the name of a column of the destination',
          },
        ],
  );
}

/** The engine creates the table for the time of one statement: it knows its own rules best. */
async function tryDefinition(
  engine: EnginePort,
  definition: TableDefinition,
  checked: CheckedDestination,
): Promise<DefinitionError[]> {
  try {
    await engine.command(tryTable(definition, checked));
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [
      {
        pointer: pointerFor(definition, error.detail),
        message: `is not accepted by the engine: ${error.detail}`,
      },
    ];
  }
}

/** The engine names the part in its message. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/partition key/i, 'partitionBy'],
  [/primary key/i, 'primaryKey'],
  [/sorting key|order by/i, 'sortingKey'],
  [/version column/i, 'engine/versionColumnId'],
  [/sum/i, 'engine/columnIds'],
];

function pointerFor({ primaryKey }: TableDefinition, message: string): string {
  const part = PARTS.find(([pattern]) => pattern.test(message))?.[1];
  if (part === undefined) return TABLE;
  // Without a primary key, the sorting key is the primary key.
  return `${TABLE}/${part === 'primaryKey' && primaryKey === undefined ? 'sortingKey' : part}`;
}
