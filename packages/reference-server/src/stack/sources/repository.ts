import type { Database } from '../../storage/database.ts';
import { type DocumentRepository, documentRepository, lookedUpBy } from '../base/document-repository.ts';
import type { Source } from './source.ts';

/** The queries of sources. */
export interface SourceRepository extends DocumentRepository<Source> {
  /** How many session sources use the source for their traces. */
  countOnTraceSource(tenantId: string, sourceId: string): Promise<number>;
}

export function sourceRepository(db: Database): SourceRepository {
  const columns = ({ traceSourceId }: Source) => ({ trace_source_id: traceSourceId ?? null });
  return {
    ...documentRepository(db, 'sources', lookedUpBy<Source, 'sources'>(columns)),
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
