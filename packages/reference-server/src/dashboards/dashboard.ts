import type { Dashboard as ContractDashboard, Readable } from '@penstock/contract';

export type Dashboard = Readable<ContractDashboard>;
export type Tile = Dashboard['tiles'][number];

/** Only these tiles have one number at each moment, and so can carry an alert. */
const COMPARABLE: readonly string[] = ['line', 'stacked_bar', 'number'];

/** Whether an alert can look at the tile. */
export function canCarryAlert(tile: Tile): boolean {
  return COMPARABLE.includes(tile.config.type);
}
