import type { TableName } from './engine-port.ts';

/** A name as an identifier of a statement, whatever its characters are. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

export function qualifiedName({ database, table }: TableName): string {
  return `${quoteName(database)}.${quoteName(table)}`;
}
