import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tables that rules look up names in. A rule cannot check anything without its table. */
export const REGISTERS = ['openapi/guidelines/extensions.md', 'openapi/guidelines/decisions.md'] as const;

/** Returns the `x-` keys in the table of extensions.md; undefined if the file does not exist. */
export function declaredExtensions(workspace: string): Set<string> | undefined {
  return firstColumn(workspace, REGISTERS[0], /^\|\s*`(x-[\w-]+)`\s*\|/gm);
}

/** Returns the IDs of the entries of decisions.md; undefined if the file does not exist. */
export function knownDecisions(workspace: string): Set<string> | undefined {
  return firstColumn(workspace, REGISTERS[1], /^\|\s*(D-\d+)\s*\|/gm);
}

/** Returns the message that a rule reports once, for the document, if its register does not exist. */
export function missing(register: (typeof REGISTERS)[number]): string {
  return `${register} does not exist, so this rule cannot check anything. Restore the file.`;
}

function firstColumn(workspace: string, register: string, row: RegExp): Set<string> | undefined {
  const file = join(workspace, register);
  if (!existsSync(file)) return undefined;
  return new Set([...readFileSync(file, 'utf8').matchAll(row)].map(([, cell]) => cell ?? ''));
}
