import { createHash } from 'node:crypto';
import type { ChartRequest, QueriedSource } from '@penstock/engine';
import { ProblemError } from '@penstock/server';
import { type AlertTarget, type ReadTargets, TargetError, type TargetedAlert } from '../../alerts/target.ts';
import type { DatabaseOwners } from '../../storage/database-owners.ts';
import { canCarryAlert } from '../base/alert-tile.ts';
import type { Dashboard } from '../dashboards/dashboard.ts';
import { openSource } from '../queries/open-source.ts';
import type { SavedSearch } from '../saved-searches/saved-search.ts';
import type { Source } from '../sources/source.ts';

interface Readable<Resource> {
  findMany(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Resource>>;
}

/** Where targets are read. */
export interface TargetRepositories {
  readonly dashboards: Readable<Dashboard>;
  readonly savedSearches: Readable<SavedSearch>;
  readonly sources: Readable<Source>;
  readonly databases: Pick<DatabaseOwners, 'prefixFor'>;
}

/** Reads the tiles and saved searches that alerts evaluate, with their sources. */
export function targetReader({
  dashboards,
  savedSearches,
  sources,
  databases,
}: TargetRepositories): ReadTargets {
  return async (tenantId, alerts) => {
    const [knownDashboards, knownSearches] = await Promise.all([
      dashboards.findMany(tenantId, defined(alerts.map(({ dashboardId }) => dashboardId))),
      savedSearches.findMany(tenantId, defined(alerts.map(({ savedSearchId }) => savedSearchId))),
    ]);
    const found = alerts.map((alert) =>
      alert.savedSearchId === undefined
        ? onTile(alert, knownDashboards.get(alert.dashboardId ?? ''))
        : onSearch(alert, knownSearches.get(alert.savedSearchId)),
    );
    const ids = found.flatMap((target) => (target instanceof TargetError ? [] : [target.sourceId]));
    const knownSources = await sources.findMany(tenantId, [...new Set(ids)]);
    const open = opened((source) => openSource(databases, tenantId, source));
    return Promise.all(
      found.map(async (target): Promise<AlertTarget | TargetError> => {
        if (target instanceof TargetError) return target;
        const { sourceId, ...rest } = target;
        const source = knownSources.get(sourceId);
        if (source === undefined)
          return new TargetError('The source does not exist any more. Update the alert.');
        const queried = await open(source);
        return queried instanceof TargetError ? queried : { ...rest, queried };
      }),
    );
  };
}

type Unopened = Pick<AlertTarget, 'request' | 'subject'> & { readonly sourceId: string };

/** The value of a tile is that of its last numeric series, per group of the tile. */
function onTile(
  { dashboardId, tileId }: TargetedAlert,
  dashboard: Dashboard | undefined,
): Unopened | TargetError {
  const tile = dashboard?.tiles.find(({ id }) => id === tileId);
  if (tile === undefined) return new TargetError('The tile does not exist any more. Update the alert.');
  const { config } = tile;
  if (!canCarryAlert(tile) || !('sourceId' in config) || !('select' in config))
    return new TargetError('The tile is no line, stacked_bar or number tile. Update the alert.');
  const { sourceId, select: series = [] } = config;
  const groupBy = 'groupBy' in config ? config.groupBy : undefined;
  const asRatio = 'asRatio' in config ? config.asRatio : undefined;
  const request = {
    series: series as ChartRequest['series'],
    ...(groupBy !== undefined && { groupBy }),
    ...(asRatio !== undefined && { asRatio }),
  };
  return { sourceId: sourceId ?? '', request, subject: subjectOf(dashboardId, tileId, groupBy) };
}

/** The value of a saved search is the number of its rows. */
function onSearch(
  { savedSearchId, groupBy }: TargetedAlert,
  search: SavedSearch | undefined,
): Unopened | TargetError {
  if (search === undefined)
    return new TargetError('The saved search does not exist any more. Update the alert.');
  const { sourceId, where, whereLanguage } = search;
  const request: ChartRequest = {
    series: [{ aggFn: 'count' }],
    ...(where !== undefined && { where }),
    ...(whereLanguage !== undefined && { whereLanguage }),
    ...(groupBy !== undefined && { groupBy }),
  };
  return { sourceId, request, subject: subjectOf(savedSearchId, groupBy) };
}

/** Short, because it is stored with each alert. */
function subjectOf(...parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

/** Opens each source once. */
function opened(open: (source: Source) => Promise<QueriedSource>) {
  const known = new Map<string, Promise<QueriedSource | TargetError>>();
  return (source: Source) => {
    const found = known.get(source.id) ?? open(source).catch(asTargetError);
    known.set(source.id, found);
    return found;
  };
}

function asTargetError(error: unknown): TargetError {
  if (error instanceof ProblemError) return new TargetError(error.message);
  throw error;
}

function defined(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== undefined))];
}
