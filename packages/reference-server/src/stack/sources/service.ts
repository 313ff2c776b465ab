import { rejectUsed } from '../base/problems.ts';
import { type StackService, type StackServiceParts, stackService, VIEW_AS_STORED } from '../base/service.ts';
import type { SourceRepository } from './repository.ts';
import { checkSource, defineSource, type Source, type SourceBody } from './source.ts';

/** The rules of sources. */
export type SourceService = StackService<Source, SourceBody>;

interface Repositories {
  readonly sources: SourceRepository;
  readonly dashboards: {
    usesOfSource(tenantId: string, sourceId: string): Promise<{ tiles: number; filters: number }>;
  };
  readonly savedSearches: { countOn(tenantId: string, sourceId: string): Promise<number> };
}

export function sourceService(parts: StackServiceParts<Repositories>): SourceService {
  return stackService<Repositories, Source, SourceBody>(parts, {
    ...VIEW_AS_STORED,
    list: 'sources',
    repository: ({ sources }) => sources,
    check: checkSource,
    define: defineSource,
    /** D-42: a source cannot be deleted while tiles, filters or saved searches use it. */
    async removed({ dashboards, savedSearches }, { team, id }) {
      const { tiles, filters } = await dashboards.usesOfSource(team, id);
      rejectUsed('source', [
        { count: tiles, one: 'tile', many: 'tiles' },
        { count: filters, one: 'filter', many: 'filters' },
        { count: await savedSearches.countOn(team, id), one: 'saved search', many: 'saved searches' },
      ]);
    },
  });
}
