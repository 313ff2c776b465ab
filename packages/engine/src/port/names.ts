import type { TableName } from './engine-port.ts';

/** A name as an identifier of a statement, whatever its characters are. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** A text as a literal of a statement. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

export function qualifiedName({ database, table }: TableName): string {
  return `${quoteName(database)}.${quoteName(table)}`;
}

const RESERVED: readonly string[] = ['system', 'information_schema', 'penstock'];

/** Whether a database belongs to the engine itself. */
export function isReservedDatabase(database: string): boolean {
  return RESERVED.includes(database.toLowerCase());
}
