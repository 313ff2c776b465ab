import type { Dashboard, Readable } from '@penstock/contract';
import { arrange } from './arrange.ts';
import { cutTo, widthOf } from './cells.ts';
import { numberText } from './number-text.ts';
import type { Style } from './style.ts';
import { drawTile, type TileOutcome } from './tile.ts';

/** Everything that a drawing contains. Its texts are printable. */
export interface DashboardView {
  readonly dashboard: Readable<Dashboard>;
  readonly range: { readonly startTime: string; readonly endTime: string };
  /** Such as the filters; empty if there is nothing to note. */
  readonly note: string;
  readonly outcomeOf: (tileId: string) => TileOutcome;
  /** The precision of the durations of a source; undefined if it is not known. */
  readonly precisionOf: (sourceId: string) => number | undefined;
}

/** The lines per row of the grid. A tile with fewer lines than `LEAST` would have no space for its data. */
const LINES_PER_ROW = 2;
const LEAST = 4;

/** Draws a dashboard in lines of at most `width` cells. */
export function drawDashboard(view: DashboardView, width: number, style: Style): string[] {
  const { dashboard, range, note, outcomeOf, precisionOf } = view;
  const tiles = arrange(dashboard.tiles, width, (tile, tileWidth) => {
    const { numberFormat, sourceId } = tile.config;
    const precision = sourceId === undefined ? undefined : precisionOf(sourceId);
    return drawTile(tile, outcomeOf(tile.id), {
      width: tileWidth,
      height: Math.max(tile.h * LINES_PER_ROW, LEAST),
      style,
      format: numberText(numberFormat, precision),
    });
  });
  const head = headOf(dashboard.name, [describe(range), note], width, style);
  return [...head, '', ...tiles].map((line) => line.trimEnd());
}

/** The name with the range behind it, or below it if the terminal is narrow. */
function headOf(name: string, notes: readonly string[], width: number, { pen, glyphs }: Style): string[] {
  const title = cutTo(name, width, glyphs.ellipsis);
  const rest = cutTo(notes.filter((note) => note !== '').join(` ${glyphs.dot} `), width, glyphs.ellipsis);
  if (widthOf(title) + 2 + widthOf(rest) <= width) return [`${pen.title(title)}  ${pen.faint(rest)}`];
  return [pen.title(title), pen.faint(rest)];
}

function describe({ startTime, endTime }: DashboardView['range']): string {
  const [start, end] = [startTime, endTime].map((time) => time.slice(0, 19).replace('T', ' '));
  const isOneDay = start?.slice(0, 10) === end?.slice(0, 10);
  return `${start} to ${isOneDay ? end?.slice(11) : end} UTC`;
}
