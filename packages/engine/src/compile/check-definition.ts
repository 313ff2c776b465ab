import { checkExpressions, ExpressionError } from '../expressions/check-expressions.ts';
import { checkTypes } from '../expressions/check-types.ts';
import type { PipeDefinition } from '../pipe.ts';
import { type DefinitionError, PipeError } from '../pipe-runtime.ts';
import { EngineError } from '../port/engine-error.ts';
import type { EnginePort } from '../port/engine-port.ts';
import { tryTable } from '../tables/table-statements.ts';
import type { CheckedDestination } from './checked-destination.ts';

/** A destination that can be compiled, or what is wrong with it. */
export type DestinationVerdict =
  | { readonly checked: CheckedDestination; readonly errors: readonly [] }
  | { readonly checked?: undefined; readonly errors: readonly DefinitionError[] };

const DESTINATION = '/destination';
const TABLE = `${DESTINATION}/tableDefinition`;

/** Checks the columns and the expressions of a destination with the parser of the engine. */
export async function checkDestination(
  engine: EnginePort,
  definition: PipeDefinition,
): Promise<DestinationVerdict> {
  const { columns = [], tableDefinition } = definition.destination;
  const types = await checkTypes(
    engine,
    columns.map(({ type }) => type),
  );
  const typeErrors = types.flatMap((verdict, index) =>
    'type' in verdict ? [] : [{ pointer: `${DESTINATION}/columns/${index}/type`, message: verdict.message }],
  );
  const expressions = await Promise.all(
    (['partitionBy', 'primaryKey'] as const).map((name) => checkClause(engine, definition, name)),
  );
  const errors = [
    ...typeErrors,
    ...keyErrors(definition),
    ...expressions.flatMap(({ error }) => error ?? []),
  ];
  if (errors.length > 0) return { errors };
  const checked = {
    columns: columns.map(({ name }, index) => ({ name, type: (types[index] as { type: string }).type })),
    ...Object.fromEntries(expressions.flatMap(({ name, sql }) => (sql === undefined ? [] : [[name, sql]]))),
  };
  if (tableDefinition === undefined) return { checked, errors: [] };
  const tableError = await tryDefinition(engine, tableDefinition, checked);
  return tableError === undefined ? { checked, errors: [] } : { errors: [tableError] };
}

/** @throws PipeError if the engine does not accept the destination */
export async function requireDestination(
  engine: EnginePort,
  definition: PipeDefinition,
): Promise<CheckedDestination> {
  const { checked, errors } = await checkDestination(engine, definition);
  if (checked !== undefined) return checked;
  const described = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
  throw new PipeError(
    'schema_mismatch',
    `The destination of the pipe is not valid: ${described}. Update the pipe.`,
  );
}

interface ClauseVerdict {
  readonly name: 'partitionBy' | 'primaryKey';
  readonly sql?: string;
  readonly error?: DefinitionError;
}

async function checkClause(
  engine: EnginePort,
  { destination: { columns = [], tableDefinition } }: PipeDefinition,
  name: ClauseVerdict['name'],
): Promise<ClauseVerdict> {
  const text = tableDefinition?.[name];
  if (text === undefined) return { name };
  try {
    const { sql } = await checkExpressions(
      engine,
      text,
      columns.map((column) => column.name),
    );
    return { name, sql };
  } catch (error) {
    if (error instanceof ExpressionError)
      return { name, error: { pointer: `${TABLE}/${name}`, message: error.message } };
    throw error;
  }
}

/** The sorting key names columns; a Null table has no keys. */
function keyErrors({ destination: { columns = [], tableDefinition } }: PipeDefinition): DefinitionError[] {
  if (tableDefinition === undefined) return [];
  const names = new Set(columns.map(({ name }) => name));
  const unknown = tableDefinition.sortingKey.flatMap((name, index) =>
    names.has(name)
      ? []
      : [
          {
            pointer: `${TABLE}/sortingKey/${index}`,
            message: 'must be the name of a column of the destination',
          },
        ],
  );
  if (tableDefinition.engine.type !== 'Null') return unknown;
  const keys = (['sortingKey', 'partitionBy', 'primaryKey'] as const).filter(
    (name) => (tableDefinition[name] ?? []).length > 0,
  );
  return keys.map((name) => ({
    pointer: `${TABLE}/${name}`,
    message: 'does not apply to the engine Null; remove it',
  }));
}

/** The engine creates the table for the time of one statement: it knows its own rules best. */
async function tryDefinition(
  engine: EnginePort,
  definition: NonNullable<PipeDefinition['destination']['tableDefinition']>,
  checked: CheckedDestination,
): Promise<DefinitionError | undefined> {
  try {
    await engine.command({ sql: tryTable(definition, checked), limits: { seconds: 10 } });
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { pointer: pointerFor(error.message), message: `is not accepted by the engine. ${error.message}` };
  }
}

/** The engine names the part in its message. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/partition/i, `${TABLE}/partitionBy`],
  [/primary key/i, `${TABLE}/primaryKey`],
  [/sorting key|order by/i, `${TABLE}/sortingKey`],
  [/version column/i, `${TABLE}/engine/versionColumnId`],
  [/summing|column_names_to_sum/i, `${TABLE}/engine/columnIds`],
];

function pointerFor(message: string): string {
  return PARTS.find(([pattern]) => pattern.test(message))?.[1] ?? TABLE;
}
