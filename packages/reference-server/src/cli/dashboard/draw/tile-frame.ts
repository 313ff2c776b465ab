import type { NumberText } from './number-text.ts';
import type { Style } from './style.ts';

/** What every kind of tile is drawn with: the space that it has, its characters and colours, and the format of its numbers. */
export interface TileFrame {
  /** In terminal cells. */
  readonly width: number;
  /** The maximum number of lines; at least 3. */
  readonly height: number;
  readonly style: Style;
  readonly format: NumberText;
}

/** The first items that fit into the lines, and a sentence about those left out, here and by the server. */
export function firstOf<Item>(
  items: readonly Item[],
  lines: number,
  { style: { glyphs } }: TileFrame,
  [one, many]: readonly [one: string, many: string],
  omitted = 0,
): { readonly kept: readonly Item[]; readonly more: readonly string[] } {
  const fits = items.length + (omitted > 0 ? 1 : 0) <= lines;
  const kept = fits ? items : items.slice(0, Math.max(lines - 1, 1));
  const left = items.length - kept.length + omitted;
  const sentence = `${glyphs.ellipsis} ${left.toLocaleString('en-US')} more ${left === 1 ? one : many}`;
  return { kept, more: left === 0 ? [] : [sentence] };
}
