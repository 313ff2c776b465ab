import type {
  FieldMappings,
  PipeDestination,
  PipeDestinationCreate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { SourceKind } from '@penstock/engine';
import type { ErrorEntry } from '@penstock/server';
import { duplicates, errorEntry } from '../stack/base/error-entries.ts';
import { present } from '../stack/base/present.ts';
import { broken } from '../stack/base/references.ts';
import type { DatabaseOwners } from '../storage/database-owners.ts';

type Destination = Readable<PipeDestination>;
type DestinationBody = Writable<PipeDestinationCreate>;

/** The destination of a new pipe, defaults filled in. */
export function defineDestination(kind: SourceKind, body: DestinationBody): Destination {
  const database = body.database ?? 'default';
  if (kind === 'postgres') return { database };
  const managedTable = body.managedTable ?? true;
  const { engine, ...definition } = body.tableDefinition ?? {};
  const tableDefinition = {
    engine: { ...engine, type: engine?.type ?? 'MergeTree' },
    ...definition,
    sortingKey: definition.sortingKey ?? [],
  };
  const made = managedTable || body.tableDefinition !== undefined;
  const destination = {
    database,
    table: body.table,
    managedTable,
    tableDefinition: made ? tableDefinition : undefined,
    columns: body.columns,
  };
  return present(destination) as Destination;
}

/** The prefix of another service can begin the name of a database only if this service has none itself. */
export async function checkDatabase(
  databases: Pick<DatabaseOwners, 'mayName'>,
  serviceId: string,
  { database }: Destination,
): Promise<ErrorEntry[]> {
  if (await databases.mayName(serviceId, database)) return [];
  return [broken('/destination/database', 'must not begin with the database prefix of another service')];
}

/** The errors of the destination and the field mappings after a create or an update. */
export function checkDestination(
  destination: Destination,
  fieldMappings: Writable<FieldMappings>,
): ErrorEntry[] {
  const columns = destination.columns ?? [];
  return [
    ...duplicates(
      columns.map((column) => column.name),
      (index) => `/destination/columns/${index}/name`,
    ),
    ...checkTableDefinition(destination),
    ...checkFieldMappings(new Set(columns.map((column) => column.name)), fieldMappings),
  ];
}

function checkTableDefinition({ tableDefinition, columns = [] }: Destination): ErrorEntry[] {
  if (tableDefinition === undefined) return [];
  const { engine } = tableDefinition;
  const pointer = '/destination/tableDefinition';
  const names = new Set(columns.map((column) => column.name));
  return [
    ...unknownColumns(names, `${pointer}/engine/columnIds`, engine.columnIds ?? []),
    ...(engine.versionColumnId === undefined || names.has(engine.versionColumnId)
      ? []
      : [unknownColumn(`${pointer}/engine/versionColumnId`)]),
  ];
}

/** D-26: each destination field is a column, and each column is mapped at most once. */
function checkFieldMappings(columns: ReadonlySet<string>, mappings: Writable<FieldMappings>): ErrorEntry[] {
  const fields = mappings.map((mapping) => mapping.destinationField);
  return [
    ...fields.flatMap((field, index) =>
      columns.has(field) ? [] : [unknownColumn(`/fieldMappings/${index}/destinationField`)],
    ),
    ...duplicates(fields, (index) => `/fieldMappings/${index}/destinationField`),
  ];
}

function unknownColumns(
  columns: ReadonlySet<string>,
  pointer: string,
  names: readonly string[],
): ErrorEntry[] {
  return names.flatMap((name, index) => (columns.has(name) ? [] : [unknownColumn(`${pointer}/${index}`)]));
}

function unknownColumn(pointer: string): ErrorEntry {
  return errorEntry(pointer, 'reference_not_found', 'must be the name of a column of the destination');
}
