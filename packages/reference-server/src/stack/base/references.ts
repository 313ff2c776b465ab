import type { ProblemPlace } from '@penstock/server';
import type { StackRepositories } from '../registry.ts';
import { place } from './error-entries.ts';

/** A place of a body that names another resource. */
export interface Reference {
  readonly pointer: string;
  readonly id: string;
}

const NAMES: Readonly<Record<keyof StackRepositories, string>> = {
  dashboards: 'dashboard',
  alerts: 'alert',
  sources: 'source',
  webhooks: 'webhook',
  savedSearches: 'saved search',
};

/** Those references that lead to nothing in the tenant, one entry for each place (D-43). */
export async function brokenReferences(
  repositories: StackRepositories,
  kind: keyof StackRepositories,
  tenantId: string,
  references: readonly Reference[],
): Promise<ErrorEntry[]> {
  const existing = await repositories[kind].existing(
    tenantId,
    references.map(({ id }) => id),
  );
  return references
    .filter(({ id }) => !existing.has(id))
    .map(({ pointer }) => broken(pointer, `names no ${NAMES[kind]}`));
}

export function broken(pointer: string, message: string): ErrorEntry {
  return place(pointer, 'reference_not_found', message);
}
