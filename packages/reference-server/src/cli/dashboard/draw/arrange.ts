import type { Readable, Tile } from '@penstock/contract';
import { widthOf } from './cells.ts';

type Placed = Pick<Readable<Tile>, 'x' | 'y' | 'w' | 'h'>;
type Draw<Item> = (item: Item, width: number) => string[];

const GAP = 2;
/** Tiles that would be narrower are drawn below each other. */
const NARROWEST = 22;

/**
 * Draws tiles at their positions in the grid of the dashboard: divided by rows, each row by columns, and so on. Tiles that cannot be divided
 * or would be too narrow are drawn below each other.
 */
export function arrange<Item extends Placed>(
  items: readonly Item[],
  width: number,
  draw: Draw<Item>,
): string[] {
  const [only] = items;
  if (only === undefined) return [];
  if (items.length === 1) return draw(only, width);
  const rows = divide(
    items,
    ({ y }) => y,
    ({ y, h }) => y + h,
  );
  if (rows.length > 1) return below(rows.map((row) => arrange(row, width, draw)));
  const columns = divide(
    items,
    ({ x }) => x,
    ({ x, w }) => x + w,
  );
  const widths = widthsOf(columns, width);
  if (columns.length > 1 && widths.every((one) => one >= NARROWEST))
    return sideBySide(
      columns.map((column, index) => arrange(column, widths[index] ?? width, draw)),
      widths,
    );
  const inOrder = items.toSorted((a, b) => a.y - b.y || a.x - b.x);
  return below(inOrder.map((item) => draw(item, width)));
}

/** Groups of items whose extents overlap, in order. */
function divide<Item>(
  items: readonly Item[],
  start: (item: Item) => number,
  end: (item: Item) => number,
): Item[][] {
  const groups: Item[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const item of items.toSorted((a, b) => start(a) - start(b))) {
    if (start(item) >= reached) groups.push([]);
    groups.at(-1)?.push(item);
    reached = Math.max(reached, end(item));
  }
  return groups;
}

/** Shares of the width in proportion to the columns of the grid. */
function widthsOf(columns: readonly (readonly Placed[])[], width: number): number[] {
  const available = width - GAP * (columns.length - 1);
  const shares = columns.map(
    (items) => Math.max(...items.map(({ x, w }) => x + w)) - Math.min(...items.map(({ x }) => x)),
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => Math.floor((available * share) / all));
}

function below(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

function sideBySide(blocks: readonly (readonly string[])[], widths: readonly number[]): string[] {
  const height = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: height }, (_, line) =>
    blocks
      .map((block, index) => {
        const text = block[line] ?? '';
        return text + ' '.repeat(Math.max((widths[index] ?? 0) - widthOf(text), 0));
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}
