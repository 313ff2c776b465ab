import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tables that rules look things up in. Without one of them nothing can be said of what it lists. */
export const REGISTERS = ['openapi/guidelines/extensions.md', 'openapi/guidelines/decisions.md'] as const;

/** The `x-` keys that the table of extensions.md declares; undefined if there is no such file. */
export function declaredExtensions(workspace: string): Set<string> | undefined {
  return firstColumn(workspace, REGISTERS[0], /^\|\s*`(x-[\w-]+)`\s*\|/gm);
}

/** The ids of the entries of decisions.md; undefined if there is no such file. */
export function knownDecisions(workspace: string): Set<string> | undefined {
  return firstColumn(workspace, REGISTERS[1], /^\|\s*(D-\d+)\s*\|/gm);
}

/** What a rule says once, of the document, when its register is not there. */
export function missing(register: (typeof REGISTERS)[number]): string {
  return `${register} is not there, so that nothing can be looked up in it. Restore the file.`;
}

function firstColumn(workspace: string, register: string, row: RegExp): Set<string> | undefined {
  const file = join(workspace, register);
  if (!existsSync(file)) return undefined;
  return new Set([...readFileSync(file, 'utf8').matchAll(row)].map(([, cell]) => cell ?? ''));
}
