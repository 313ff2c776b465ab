import { refuseUsed } from '../base/problems.ts';
import { SHOWN_AS_STORED, type StackService, type StackServiceParts, stackService } from '../base/service.ts';
import { checkSource, defineSource, type Source, type SourceBody } from './source.ts';

/** The rules of sources. */
export type SourceService = StackService<Source, SourceBody>;

export function sourceService(parts: StackServiceParts): SourceService {
  return stackService<Source, SourceBody>(parts, {
    ...SHOWN_AS_STORED,
    list: 'sources',
    repository: ({ sources }) => sources,
    check: checkSource,
    define: defineSource,
    /** D-42: tiles, filters and saved searches merely use a source, so they keep it. */
    async removed({ dashboards, savedSearches }, { team, id }) {
      const { tiles, filters } = await dashboards.usesOfSource(team, id);
      refuseUsed('source', [
        { count: tiles, one: 'tile', many: 'tiles' },
        { count: filters, one: 'filter', many: 'filters' },
        { count: await savedSearches.countOn(team, id), one: 'saved search', many: 'saved searches' },
      ]);
    },
  });
}
