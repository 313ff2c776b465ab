import { fit, widthOf } from './cells.ts';
import type { Style } from './style.ts';

export interface TableColumn {
  readonly heading: string;
  readonly align: 'left' | 'right';
}

const GAP = 2;
const NARROWEST = 6;

/**
 * Draws rows in aligned columns below their headings. The widest columns become narrower until the table fits; columns for which no space
 * is left are counted in the last line.
 */
export function alignedTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number,
  { glyphs, pen }: Style,
): string[] {
  const natural = columns.map(({ heading }, index) =>
    Math.max(widthOf(heading), 1, ...rows.map((row) => widthOf(row[index] ?? ''))),
  );
  const widths = narrowed(natural, columns, width);
  const line = (cells: readonly string[]) =>
    widths
      .map((cellWidth, index) =>
        fit(cells[index] ?? '', cellWidth, glyphs.ellipsis, columns[index]?.align ?? 'left'),
      )
      .join(' '.repeat(GAP))
      .trimEnd();
  const left = columns.length - widths.length;
  return [
    pen.faint(line(columns.map(({ heading }) => heading))),
    ...rows.map(line),
    ...(left === 0 ? [] : [pen.faint(`${glyphs.ellipsis} ${left} more columns`)]),
  ];
}

/** The widths of the columns that fit. Text becomes narrower before numbers do. */
function narrowed(natural: readonly number[], columns: readonly TableColumn[], width: number): number[] {
  const least = natural.map((one) => Math.min(one, NARROWEST));
  const fitting = natural.filter((_, index) => {
    const used = least.slice(0, index + 1).reduce((sum, one) => sum + one, GAP * index);
    return index === 0 || used <= width;
  });
  const widths = fitting.map((one) => Math.min(one, width));
  const isText = (index: number) => columns[index]?.align === 'left' && (widths[index] ?? 0) > NARROWEST;
  let excess = widths.reduce((sum, one) => sum + one, GAP * (widths.length - 1)) - width;
  for (; excess > 0; excess -= 1) {
    const indexes = widths.map((_, index) => index);
    const candidates = indexes.some(isText) ? indexes.filter(isText) : indexes;
    const widest = candidates.reduce((one, other) =>
      (widths[other] ?? 0) > (widths[one] ?? 0) ? other : one,
    );
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
