import type { Database } from '../../storage/database.ts';
import { type DocumentRepository, documentRepository, lookedUpBy } from '../base/document-repository.ts';
import type { Source } from './source.ts';

/** The queries of sources. */
export type SourceRepository = DocumentRepository<Source>;

export function sourceRepository(db: Database): SourceRepository {
  return documentRepository(
    db,
    'sources',
    lookedUpBy<Source, 'sources'>(() => ({})),
  );
}
