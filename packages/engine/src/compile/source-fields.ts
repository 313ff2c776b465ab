import { kindOf, type PipeDefinition } from '../pipe.ts';
import type { DefinitionError } from '../pipe-runtime.ts';
import { quoteName, quoteText } from '../port/names.ts';
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
function formatOf({ source }: Pick<PipeDefinition, 'source'>): string {
  return kindOf(source) === 'postgres'
    ? ''
    : ((source.kafka ?? source.objectStorage ?? source.kinesis)?.format ?? '');
}

/** Integers that the engine would cut off without an error when a value is too large. They are read as 64 bits, then converted. */
const NARROW = /^(Nullable\()?U?Int(8|16|32)\)?$/;

function readingType(type: string): string {
  const [narrow, nullable] = NARROW.exec(type) ?? [];
  if (narrow === undefined) return type;
  return nullable === undefined ? 'Int64' : 'Nullable(Int64)';
}

/** The values of the columns that a field fills, in the order of its columns. */
export function columnExpressions({ name, type, columns }: SourceField): string[] {
  const field = quoteName(name);
  return columns.map((column) => {
    if (column.type === type) return field;
    return `${NARROW.test(column.type) ? 'accurateCast' : 'CAST'}(${field}, ${quoteText(column.type)})`;
  });
}

/** A field whose values have to be converted to the type of a column. */
export interface Conversion {
  readonly field: string;
  readonly type: string;
}

export function conversionsOf({ name, type, columns }: SourceField): Conversion[] {
  return columns
    .filter((column) => column.type !== type)
    .map((column) => ({ field: name, type: column.type.replace(/^Nullable\((.*)\)$/, '$1') }));
}

/** A field that several columns are mapped to is read once, with the type of the first one. */
function merged(pairs: readonly (readonly [string, CheckedColumn])[]): SourceField[] {
  const fields = new Map<string, CheckedColumn[]>();
  for (const [name, column] of pairs) fields.set(name, [...(fields.get(name) ?? []), column]);
  return [...fields].map(([name, filled]) => ({
    name,
    type: readingType(filled[0]?.type ?? 'String'),
    columns: filled,
  }));
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
  return Number(/^c([1-9]\d{0,4})$/.exec(name)?.[1]);
}

/** Fields and columns that the format of the rows does not allow. */
export function formatErrors(
  definition: PipeDefinition,
  columns: readonly CheckedColumn[],
): DefinitionError[] {
  const format = formatOf(definition);
  if (format === 'JSONAsObject') return objectErrors(columns);
  if (!POSITIONAL.includes(format)) return [];
  const message = `must be c1 for the first field, c2 for the second one, and so on: fields of ${format} have no names`;
  return definition.fieldMappings.flatMap(({ sourceField }, index) =>
    positionOf(sourceField) <= MOST_POSITIONS
      ? []
      : [{ pointer: `/fieldMappings/${index}/sourceField`, message }],
  );
}

/** JSONAsObject reads each row as one value. */
function objectErrors([column, ...others]: readonly CheckedColumn[]): DefinitionError[] {
  if (column === undefined || others.length > 0)
    return [
      { pointer: '/destination/columns', message: 'must be one column: a row of JSONAsObject is one object' },
    ];
  if (/^JSON\b/.test(column.type)) return [];
  return [
    { pointer: '/destination/columns/0/type', message: 'must be JSON: a row of JSONAsObject is one object' },
  ];
}

/** The fields with their types, as a table function or `input` expects them. */
export function structureOf(fields: readonly SourceField[]): string {
  return fields.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
}
