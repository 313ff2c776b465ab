import type { Database } from '../../storage/database.ts';
import { type DocumentRepository, documentRepository, lookedUpBy } from '../base/document-repository.ts';
import type { Source } from './source.ts';

/** The filters of the list of sources (D-06). */
export interface SourceFilter {
  readonly kind?: string;
}

/** The queries of sources. */
export interface SourceRepository extends DocumentRepository<Source, SourceFilter> {
  /** How many session sources use the source for their traces. */
  countOnTraceSource(tenantId: string, sourceId: string): Promise<number>;
}

export function sourceRepository(db: Database): SourceRepository {
  const columns = ({ kind, traceSourceId }: Source) => ({ kind, trace_source_id: traceSourceId ?? null });
  const documents = documentRepository(db, 'sources', lookedUpBy<Source, 'sources'>(columns));
  return {
    ...documents,
    list: (tenantId, filter, limit, afterId) => documents.list(tenantId, { columns: filter }, limit, afterId),
    sizes: (tenantId, filter, limit, afterId) =>
      documents.sizes(tenantId, { columns: filter }, limit, afterId),
    async countOnTraceSource(tenantId, sourceId) {
      const { count } = await db
        .selectFrom('sources')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('trace_source_id', '=', sourceId)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
