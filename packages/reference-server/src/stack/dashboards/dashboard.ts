import { isDeepStrictEqual } from 'node:util';
import type { Dashboard as ContractDashboard, DashboardCreate, Readable, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { v7 as uuidv7 } from 'uuid';
import { duplicates } from '../base/error-entries.ts';
import type { Reference } from '../base/references.ts';
import type { Content } from '../base/resource.ts';
import { checkTileConfig, defineTileConfig } from './tile-config.ts';

export type Dashboard = Readable<ContractDashboard>;
export type DashboardBody = Writable<DashboardCreate>;

/** What is wrong with a dashboard by itself (D-49). */
export function checkDashboard({ tiles = [], filters = [] }: DashboardBody): ErrorEntry[] {
  return [
    ...repeatedIds('/tiles', tiles),
    ...tiles.flatMap(({ config }, index) => checkTileConfig(`/tiles/${index}/config`, config)),
    ...repeatedIds('/filters', filters),
  ];
}

/** The dashboard that a body asks for: every tile and filter has an id, so that others can refer to it. */
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

/** An item without an id that stood there before is that one, so that a repeat changes nothing (D-12); others get one. */
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

/** Every place of a dashboard that names a source. */
export function sourcesOf({ tiles = [], filters = [] }: DashboardBody): Reference[] {
  return [
    ...tiles.flatMap(({ config: { sourceId } }, index) =>
      sourceId === undefined ? [] : [{ pointer: `/tiles/${index}/config/sourceId`, id: sourceId }],
    ),
    ...filters.map(({ sourceId }, index) => ({ pointer: `/filters/${index}/sourceId`, id: sourceId })),
  ];
}

/** How many tiles and how many filters name each source. */
export function sourceUses({ tiles, filters }: Dashboard): Map<string, { tiles: number; filters: number }> {
  const uses = new Map<string, { tiles: number; filters: number }>();
  const count = (sourceId: string | undefined, place: 'tiles' | 'filters') => {
    if (sourceId === undefined) return;
    const use = uses.get(sourceId) ?? { tiles: 0, filters: 0 };
    use[place] += 1;
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
