import type { ErrorEntry } from '@penstock/server';
import { errorEntry } from './error-entries.ts';

/** A property of a body that names another resource. */
export interface Reference {
  readonly pointer: string;
  readonly id: string;
}

/** The part of a repository that references are resolved with. */
export interface Referable {
  existing(tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** One error entry for each reference that does not exist in the tenant (D-43). `noun`: such as `saved search`. */
export async function brokenReferences(
  target: Referable,
  noun: string,
  tenantId: string,
  references: readonly Reference[],
): Promise<ErrorEntry[]> {
  if (references.length === 0) return [];
  const existing = await target.existing(
    tenantId,
    references.map(({ id }) => id),
  );
  return missingReferences(existing, noun, references);
}

/** One error entry for each reference that is not among the `existing` ids. */
export function missingReferences(
  existing: { has(id: string): boolean },
  noun: string,
  references: readonly Reference[],
): ErrorEntry[] {
  return references
    .filter(({ id }) => !existing.has(id))
    .map(({ pointer }) => broken(pointer, `must be the id of an existing ${noun}`));
}

export function broken(pointer: string, message: string): ErrorEntry {
  return errorEntry(pointer, 'reference_not_found', message);
}
