import type { Contract } from '../contract/contract.ts';
import { table } from '../markdown/prose.ts';

/** The groups of operations with their meaning: `tags`. */
export function tags({ bundles }: Contract): string {
  const all = bundles.flatMap(({ document }) => document.tags ?? []);
  const meanings = new Map(all.map(({ name, description = '' }) => [name, description]));
  return table(
    ['group', 'meaning'],
    [...meanings].map(([name, meaning]) => [name.replaceAll('-', ' '), meaning]),
  );
}
