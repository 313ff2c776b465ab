import { checkTypes } from '../expressions/check-types.ts';
import type { PipeDefinition } from '../pipe.ts';
import type { DefinitionError } from '../pipe-runtime.ts';
import { EngineError } from '../port/engine-error.ts';
import { type EnginePort, LONGEST_STATEMENT_BYTES } from '../port/engine-port.ts';
import { quoteText } from '../port/names.ts';
import type { CheckedColumn } from './checked-destination.ts';
import { columnExpressions, formatErrors, sourceFields, structureOf } from './source-fields.ts';

/** The columns of a destination with types in the engine's own form, or what is wrong with them. */
export interface CheckedColumns {
  readonly columns: readonly CheckedColumn[];
  readonly errors: readonly DefinitionError[];
}

/** Checks the types of the columns, and that the engine can convert each field to the columns that it is mapped to. */
export async function checkColumns(engine: EnginePort, definition: PipeDefinition): Promise<CheckedColumns> {
  const { columns: declared = [] } = definition.destination;
  const verdicts = await checkTypes(
    engine,
    declared.map(({ type }) => type),
  );
  const typeErrors = verdicts.flatMap((verdict, index) =>
    'type' in verdict ? [] : [{ pointer: `/destination/columns/${index}/type`, message: verdict.message }],
  );
  const columns = declared.map(({ name, type }, index) => {
    const verdict = verdicts[index];
    return { name, type: verdict !== undefined && 'type' in verdict ? verdict.type : type };
  });
  const errors = [...typeErrors, ...formatErrors(definition, columns)];
  if (errors.length > 0) return { columns, errors };
  return { columns, errors: await conversionErrors(engine, definition, columns) };
}

/** A field that fills several columns is read with the type of the first one. */
async function conversionErrors(
  engine: EnginePort,
  definition: PipeDefinition,
  columns: readonly CheckedColumn[],
): Promise<DefinitionError[]> {
  const fields = sourceFields(definition, columns).filter((field) => field.columns.length > 1);
  if (fields.length === 0) return [];
  const expressions = fields.flatMap(columnExpressions).join(', ');
  const sql = `SELECT ${expressions} FROM null(${quoteText(structureOf(fields))})`;
  try {
    await engine.query({
      sql,
      settings: { max_query_size: LONGEST_STATEMENT_BYTES },
      limits: { readonly: true },
    });
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const names = fields.map(({ name }) => name).join(', ');
    return [
      {
        pointer: '/fieldMappings',
        message: `cannot fill columns of these types from the same field (${names}); use one field for each column`,
      },
    ];
  }
}
