import type { TenantPipe } from '../../../pipe-runtime.ts';
import type { PostgresSource } from '../tables/mapped-columns.ts';

/** The name of the publication and of the slot that a pipe makes. Requests without a name get it when the pipe is created. */
export function madeName(pipeId: string): string {
  return `penstock_${pipeId.replaceAll('-', '_')}`;
}

/** What a pipe makes in its database, and drops when it is deleted. What a request named is never changed. */
export interface MadeObjects {
  readonly publication: boolean;
  readonly slot: boolean;
}

export function madeObjects({ id }: Pick<TenantPipe, 'id'>, { settings }: PostgresSource): MadeObjects {
  const replicates = settings.replicationMode !== 'snapshot';
  return {
    publication: replicates && settings.publicationName === madeName(id),
    slot: replicates && settings.replicationSlotName === madeName(id),
  };
}
