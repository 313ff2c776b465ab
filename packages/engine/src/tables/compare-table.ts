import type { CheckedColumn, CheckedDestination } from '../compile/checked-destination.ts';
import type { ExistingColumn, ExistingTable } from './existing-table.ts';
import { engineOf, type TableShape } from './table-statements.ts';

/** Engines of tables that take no rows. */
const READ_ONLY: readonly string[] = ['View', 'Dictionary'];

/** Why rows with these columns do not fit the table; a list of clauses for one sentence. */
export function differingColumns(columns: readonly CheckedColumn[], table: ExistingTable): string[] {
  if (READ_ONLY.includes(table.engine)) return [`it is a ${table.engine}, which takes no rows`];
  return columns.flatMap(({ name, type }) => {
    const existing = table.columns.get(name);
    if (existing === undefined) return [`it has no column ${name}`];
    if (existing.computed) return [`the engine computes its column ${name}`];
    if (accepts(existing, type)) return [];
    return [`its column ${name} has the type ${existing.type}, not ${type}`];
  });
}

/** A column accepts its own type. `LowCardinality` and `Nullable` around it change no value. */
function accepts({ type }: ExistingColumn, wanted: string): boolean {
  const existing = unwrapped('LowCardinality', type);
  const bare = unwrapped('LowCardinality', wanted);
  return existing === bare || unwrapped('Nullable', existing) === bare;
}

function unwrapped(wrapper: string, type: string): string {
  return type.startsWith(`${wrapper}(`) && type.endsWith(')') ? type.slice(wrapper.length + 1, -1) : type;
}

/** How a table differs from its definition, apart from its columns. */
export function differingDefinition(
  definition: TableShape,
  { partitionBy, primaryKey }: CheckedDestination,
  table: ExistingTable,
): string[] {
  const sortingKey = definition.sortingKey.join(', ');
  const engine = table.engine.replace(/^(Replicated|Shared)/, '');
  if (engine !== definition.engine.type)
    return [`its engine is ${table.engine}, not ${definition.engine.type}`];
  if (engine === 'Null') return [];
  return [
    ...differing('engine', engine === table.engine ? argumentsOf(table) : undefined, engineOf(definition)),
    ...differing('sorting key', table.sortingKey, sortingKey),
    ...differing('primary key', table.primaryKey, primaryKey ?? sortingKey),
    ...differing('partition key', table.partitionKey, partitionBy ?? ''),
  ];
}

function differing(part: string, existing: string | undefined, wanted: string): string[] {
  if (existing === undefined || bare(existing) === bare(wanted)) return [];
  return [`its ${part} is ${printed(existing)}, not ${printed(wanted)}`];
}

function printed(text: string): string {
  return text === '' || text === 'tuple()' ? 'empty' : text.replace(/^\(([^()]*)\)$/, '$1');
}

/** The engine prints the same expression with other quotes and brackets. */
function bare(text: string): string {
  return text.replace(/^tuple\(\)$/, '').replace(/[\s`()]/g, '');
}

/** The engine with its arguments, without keys and settings. */
function argumentsOf({ engineFull }: ExistingTable): string {
  return engineFull.replace(/ (PARTITION BY|PRIMARY KEY|ORDER BY|SETTINGS|TTL) [\s\S]*$/, '');
}
