import { kindOf, type PipeDefinition } from '../pipe.ts';
import { PipeError } from '../pipe-runtime.ts';
import { quoteName } from '../port/names.ts';
import type { CheckedColumn } from './checked-destination.ts';

/** A field of a source row, and the columns that it fills. */
export interface SourceField {
  readonly name: string;
  /** The type that the engine reads the field as. */
  readonly type: string;
  readonly columns: readonly CheckedColumn[];
}

/** Formats whose rows have no names: a field is found by its position. */
const POSITIONAL: readonly string[] = ['CSV', 'TabSeparated'];

/**
 * The fields that a pipe reads. A column without a mapping is filled from the field of its name, or, in formats without names,
 * from the field at its position. Mappings call these fields c1, c2 and so on.
 */
export function sourceFields(
  definition: Pick<PipeDefinition, 'source' | 'fieldMappings'>,
  columns: readonly CheckedColumn[],
): SourceField[] {
  const format = formatOf(definition);
  const mapped = new Map(
    definition.fieldMappings.map(({ destinationField, sourceField }) => [destinationField, sourceField]),
  );
  if (!POSITIONAL.includes(format))
    return merged(columns.map((column) => [mapped.get(column.name) ?? column.name, column]));
  if (mapped.size === 0) return merged(columns.map((column, index) => [`c${index + 1}`, column]));
  return byPosition(
    columns.flatMap((column) => {
      const field = mapped.get(column.name);
      return field === undefined ? [] : [[field, column] as const];
    }),
  );
}

/** The format of the rows. Rows of Postgres have none. */
export function formatOf({ source }: Pick<PipeDefinition, 'source'>): string {
  return kindOf(source) === 'postgres'
    ? ''
    : ((source.kafka ?? source.objectStorage ?? source.kinesis)?.format ?? '');
}

/** A field that several columns are mapped to is read once, with the type of the first one. */
function merged(pairs: readonly (readonly [string, CheckedColumn])[]): SourceField[] {
  const fields = new Map<string, CheckedColumn[]>();
  for (const [name, column] of pairs) fields.set(name, [...(fields.get(name) ?? []), column]);
  return [...fields].map(([name, filled]) => ({ name, type: filled[0]?.type ?? 'String', columns: filled }));
}

/** All fields up to the last mapped one, because the engine counts them. */
function byPosition(pairs: readonly (readonly [string, CheckedColumn])[]): SourceField[] {
  const fields = new Map(merged(pairs).map((field) => [positionOf(field.name), field]));
  const last = Math.max(...fields.keys());
  return Array.from(
    { length: last },
    (_, index) => fields.get(index + 1) ?? { name: `c${index + 1}`, type: 'String', columns: [] },
  );
}

const MOST_POSITIONS = 10_000;

function positionOf(name: string): number {
  const position = Number(/^c([1-9]\d{0,4})$/.exec(name)?.[1]);
  if (position <= MOST_POSITIONS) return position;
  throw new PipeError(
    'schema_mismatch',
    `The source field ${JSON.stringify(name)} does not exist: rows of this format have no names. Use c1 for the first field, c2 for the second one.`,
  );
}

/** The fields with their types, as a table function or `input` expects them. */
export function structureOf(fields: readonly SourceField[]): string {
  return fields.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
}
