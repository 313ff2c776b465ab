/** The part of a tile that alerts need. */
export interface Tile {
  readonly id: string;
  readonly config: { readonly displayType: string };
}

/** Only these tiles have one number at each timestamp. */
const COMPARABLE: readonly string[] = ['line', 'stacked_bar', 'number'];

/** Whether an alert can be set on the tile (D-49). */
export function canCarryAlert(tile: Tile): boolean {
  return COMPARABLE.includes(tile.config.displayType);
}
