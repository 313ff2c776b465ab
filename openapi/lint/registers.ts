import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The `x-` keys that the table of extensions.md declares. */
export function declaredExtensions(workspace: string): Set<string> {
  return firstColumn(workspace, 'extensions.md', /^\|\s*`(x-[\w-]+)`\s*\|/gm);
}

/** The ids of the entries of decisions.md. */
export function knownDecisions(workspace: string): Set<string> {
  return firstColumn(workspace, 'decisions.md', /^\|\s*(D-\d+)\s*\|/gm);
}

function firstColumn(workspace: string, register: string, row: RegExp): Set<string> {
  const text = readFileSync(join(workspace, 'openapi/guidelines', register), 'utf8');
  return new Set([...text.matchAll(row)].map(([, cell]) => cell ?? ''));
}
