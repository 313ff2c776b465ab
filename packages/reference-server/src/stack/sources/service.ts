import type { ErrorEntry } from '@penstock/server';
import type { DatabaseOwners } from '../../storage/database-owners.ts';
import { errorEntry, notApplicable } from '../base/error-entries.ts';
import { rejectUsed, type Use } from '../base/problems.ts';
import { missingReferences } from '../base/references.ts';
import type { Versioned } from '../base/resource.ts';
import { type StackService, type StackServiceParts, stackService, VIEW_AS_STORED } from '../base/service.ts';
import { databaseErrors } from './database-errors.ts';
import type { SourceFilter, SourceRepository } from './repository.ts';
import { defineSource, type Source, type SourceBody } from './source.ts';
import type { StatusOf } from './status.ts';

/** The rules of sources. */
export type SourceService = StackService<Source, SourceBody, SourceFilter>;

interface Repositories {
  readonly sources: SourceRepository;
  readonly dashboards: {
    usesOfSource(tenantId: string, sourceId: string): Promise<{ tiles: number; filters: number }>;
  };
  readonly databases: Pick<DatabaseOwners, 'prefixFor'>;
  readonly savedSearches: { countOn(tenantId: string, sourceId: string): Promise<number> };
}

/** The status of a source is computed for each response with one source (D-92). */
export function sourceService(parts: StackServiceParts<Repositories>, statusOf: StatusOf): SourceService {
  const service = storedSourceService(parts);
  const withStatus = async <One extends Versioned<Source>>(tenantId: string, one: One) => ({
    ...one,
    resource: { ...one.resource, status: await statusOf(tenantId, one.resource) },
  });
  return {
    ...service,
    create: async (tenantId, body, request) =>
      withStatus(tenantId, await service.create(tenantId, body, request)),
    get: async (tenantId, id) => withStatus(tenantId, await service.get(tenantId, id)),
    async replace(tenantId, id, body, expected) {
      const { status: _computed, ...content } = body as SourceBody & { readonly status?: unknown };
      return withStatus(tenantId, await service.replace(tenantId, id, content, expected));
    },
  };
}

function storedSourceService(parts: StackServiceParts<Repositories>): SourceService {
  return stackService<Repositories, Source, SourceBody, SourceFilter>(parts, {
    ...VIEW_AS_STORED,
    list: 'sources',
    repository: ({ sources }) => sources,
    check: () => [],
    async brokenReferences(repositories, tenantId, body, before) {
      const { databaseName } = body.from;
      const { databases } = repositories;
      const isKept = databaseName === before?.from.databaseName;
      return [
        ...(isKept ? [] : await databaseErrors(databases, tenantId, '/from/databaseName', databaseName)),
        ...(await brokenTraceSource(repositories, tenantId, body, before)),
      ];
    },
    define: defineSource,
    /** D-55: what uses the source was checked against its kind. */
    async replaced(repositories, source, before) {
      if (source.kind === before.kind) return;
      rejectUsed('source', await usesOf(repositories, source), [
        errorEntry(
          '/kind',
          'not_applicable',
          `must stay ${before.kind} while other resources use the source`,
        ),
      ]);
    },
    /** D-42: a source cannot be deleted while other resources use it. */
    removed: async (repositories, source) => rejectUsed('source', await usesOf(repositories, source)),
  });
}

/** The number of resources that use a source. */
async function usesOf(
  { dashboards, savedSearches, sources }: Repositories,
  { team, id }: Source,
): Promise<readonly Use[]> {
  const { tiles, filters } = await dashboards.usesOfSource(team, id);
  return [
    { count: tiles, one: 'tile', many: 'tiles' },
    { count: filters, one: 'filter', many: 'filters' },
    { count: await savedSearches.countOn(team, id), one: 'saved search', many: 'saved searches' },
    { count: await sources.countOnTraceSource(team, id), one: 'source', many: 'sources' },
  ];
}

/** D-55: the traces of sessions are in another source of the tenant. */
async function brokenTraceSource(
  { sources }: Repositories,
  tenantId: string,
  { traceSourceId: id }: SourceBody,
  before: Source | undefined,
): Promise<ErrorEntry[]> {
  if (id === undefined) return [];
  const found = await sources.findMany(tenantId, [id]);
  const isTrace = id !== before?.id && found.get(id)?.kind === 'trace';
  return [
    ...missingReferences(found, 'source', [{ pointer: '/traceSourceId', id }]),
    ...(found.has(id) && !isTrace
      ? [notApplicable('/traceSourceId', 'must be another source, of the kind trace')]
      : []),
  ];
}
