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
