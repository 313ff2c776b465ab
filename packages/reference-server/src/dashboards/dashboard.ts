import type { Dashboard as ContractDashboard, DashboardCreate, Readable, Writable } from '@penstock/contract';
import type { ProblemPlace } from '@penstock/server';
import { v7 as uuidv7 } from 'uuid';
import type { Reference } from '../stack/references.ts';
import type { Content } from '../stack/resource.ts';
import { duplicates } from '../validation/place.ts';
import { checkTileConfig, defineTileConfig } from './tile-config.ts';

export type Dashboard = Readable<ContractDashboard>;
export type DashboardBody = Writable<DashboardCreate>;
export type Tile = Dashboard['tiles'][number];

/** Only these tiles have one number at each moment, and so can carry an alert. */
const COMPARABLE: readonly string[] = ['line', 'stacked_bar', 'number'];

/** Whether an alert can look at the tile. */
export function canCarryAlert(tile: Tile): boolean {
  return COMPARABLE.includes(tile.config.type);
}

/** What is wrong with a dashboard by itself (D-49). */
export function checkDashboard({ tiles = [], filters = [] }: DashboardBody): ProblemPlace[] {
  return [
    ...repeatedIds('/tiles', tiles),
    ...tiles.flatMap(({ config }, index) => checkTileConfig(`/tiles/${index}/config`, config)),
    ...repeatedIds('/filters', filters),
  ];
}

/** The dashboard that a body asks for: ids that are left out are made, so that alerts can refer to tiles. */
export function defineDashboard({
  name,
  tags = [],
  tiles = [],
  filters = [],
}: DashboardBody): Content<Dashboard> {
  return {
    name,
    tags,
    tiles: tiles.map(({ id = uuidv7(), config, ...place }) => ({
      id,
      ...place,
      config: defineTileConfig(config),
    })),
    filters: filters.map(({ id = uuidv7(), ...filter }) => ({ id, ...filter })),
  };
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

function repeatedIds(pointer: string, items: readonly { readonly id?: string }[]): ProblemPlace[] {
  const given = items.flatMap(({ id }, index) => (id === undefined ? [] : [{ id, index }]));
  return duplicates(
    given.map(({ id }) => id),
    (position) => `${pointer}/${given[position]?.index}/id`,
  );
}
