import { isDeepStrictEqual } from 'node:util';
import type { Dashboard as ContractDashboard, DashboardCreate, Readable, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { v7 as uuidv7 } from 'uuid';
import { canCarryAlert } from '../base/alert-tile.ts';
import { duplicates, notApplicable } from '../base/error-entries.ts';
import { brokenRowSources, type QueriedSources } from '../base/queried-source.ts';
import type { Content } from '../base/resource.ts';
import { defineTileConfig } from './tile-config.ts';
import { checkTileSource } from './tile-source.ts';

export type Dashboard = Readable<ContractDashboard>;
export type DashboardBody = Writable<DashboardCreate>;
export type TileBody = NonNullable<DashboardBody['tiles']>[number];

/** The errors of a dashboard that do not depend on other resources (D-49). */
export function checkDashboard({ tiles = [], filters = [] }: DashboardBody): ErrorEntry[] {
  return [...repeatedIds('/tiles', tiles), ...repeatedIds('/filters', filters)];
}

/** The dashboard of a body. Every tile and filter gets an id, so that other resources can refer to it. */
export function defineDashboard(
  { name, tags = [], tiles = [], filters = [] }: DashboardBody,
  before: Dashboard | undefined,
): Content<Dashboard> {
  const defined = tiles.map((tile) => ({ ...tile, config: defineTileConfig(tile.config) }));
  return {
    name,
    tags,
    tiles: withIds(defined, before?.tiles ?? []),
    filters: withIds(filters, before?.filters ?? []),
  };
}

/** An item without an id that equals a previous one gets its id, so a repeated request changes nothing (D-12). */
function withIds<Item extends { readonly id?: string }>(
  items: readonly Item[],
  before: readonly { readonly id: string }[],
): (Item & { readonly id: string })[] {
  const taken = new Set(items.map(({ id }) => id));
  return items.map(({ id: given, ...item }) => {
    const same = before.find(({ id, ...other }) => !taken.has(id) && isDeepStrictEqual(other, item));
    const id = given ?? same?.id ?? uuidv7();
    taken.add(id);
    return { id, ...item } as Item & { readonly id: string };
  });
}

/** The errors of a dashboard that depend on its sources. */
export async function brokenSources(
  sources: QueriedSources,
  tenantId: string,
  { tiles = [], filters = [] }: DashboardBody,
): Promise<ErrorEntry[]> {
  const ids = [
    ...tiles.flatMap(({ config: { sourceId = [] } }) => sourceId),
    ...filters.map(({ sourceId }) => sourceId),
  ];
  const found = await sources.findMany(tenantId, ids);
  return [
    ...tiles.flatMap(({ config }, index) => checkTileSource(`/tiles/${index}/config`, config, found)),
    ...brokenRowSources(
      found,
      filters.map(({ sourceId: id }, index) => ({ pointer: `/filters/${index}/sourceId`, id })),
    ),
  ];
}

/** The locations of the display types that tiles with alerts must not have (D-49). */
export function unusableForAlerts({ tiles }: Dashboard, tilesWithAlerts: ReadonlySet<string>): ErrorEntry[] {
  return tiles.flatMap((tile, index) =>
    tilesWithAlerts.has(tile.id) && !canCarryAlert(tile)
      ? [
          notApplicable(
            `/tiles/${index}/config/displayType`,
            'must be line, stacked_bar or number, because alerts use the tile',
          ),
        ]
      : [],
  );
}

/** The number of tiles and the number of filters that use each source. */
export function sourceUses({ tiles, filters }: Dashboard): Map<string, { tiles: number; filters: number }> {
  const uses = new Map<string, { tiles: number; filters: number }>();
  const count = (sourceId: string | undefined, by: 'tiles' | 'filters') => {
    if (sourceId === undefined) return;
    const use = uses.get(sourceId) ?? { tiles: 0, filters: 0 };
    use[by] += 1;
    uses.set(sourceId, use);
  };
  for (const { config } of tiles) count(config.sourceId, 'tiles');
  for (const { sourceId } of filters) count(sourceId, 'filters');
  return uses;
}

function repeatedIds(pointer: string, items: readonly { readonly id?: string }[]): ErrorEntry[] {
  const given = items.flatMap(({ id }, index) => (id === undefined ? [] : [{ id, index }]));
  return duplicates(
    given.map(({ id }) => id),
    (position) => `${pointer}/${given[position]?.index}/id`,
  );
}
