import type { Readable, Tile, TileResult } from '@penstock/contract';
import { cutTo, widthOf, wrap } from './cells.ts';
import { drawHeatmap } from './heatmap-tile.ts';
import { drawBars, drawNumber, drawSearch, drawTable } from './row-tiles.ts';
import { drawSeries } from './series-tile.ts';
import type { Style } from './style.ts';
import type { TileFrame } from './tile-frame.ts';

/** The data of a tile, or the sentences of the problem that prevented it. Undefined until the response arrives. */
export type TileOutcome =
  | { readonly result: Readable<TileResult> }
  | { readonly problem: string }
  | undefined;

/** The lines of a tile: a rule with its name, and its content. */
export function drawTile(tile: Readable<Tile>, outcome: TileOutcome, frame: TileFrame): string[] {
  return [ruleOf(tile.name, granularityOf(outcome), frame), ...contentOf(tile, outcome, frame)];
}

function granularityOf(outcome: TileOutcome): string {
  const result = outcome !== undefined && 'result' in outcome ? outcome.result : undefined;
  return result?.granularity === undefined ? '' : `per ${result.granularity}`;
}

function ruleOf(name: string, note: string, { width, style }: TileFrame): string {
  const { glyphs, pen } = style;
  const title = cutTo(name, width - 4, glyphs.ellipsis);
  const used = widthOf(title) + 4;
  const end = note === '' || used + widthOf(note) + 4 > width ? '' : ` ${note} ${glyphs.rule}`;
  const rule = glyphs.rule.repeat(Math.max(width - used - widthOf(end), 0));
  return `${pen.faint(glyphs.rule)} ${pen.title(title)} ${pen.faint(`${rule}${glyphs.rule}${end}`)}`;
}

function contentOf(tile: Readable<Tile>, outcome: TileOutcome, frame: TileFrame): string[] {
  const { style } = frame;
  const { config } = tile;
  if (config.displayType === 'markdown') return clip(wrap(config.markdown.trim(), frame.width), frame);
  if (outcome === undefined) return [style.pen.faint(`Loading${style.glyphs.ellipsis}`)];
  if ('problem' in outcome) return clip(wrap(outcome.problem, frame.width), frame).map(style.pen.alarm);
  return drawResult(outcome.result, tile, frame);
}

function drawResult(result: Readable<TileResult>, { config }: Readable<Tile>, frame: TileFrame): string[] {
  switch (result.displayType) {
    case 'line':
    case 'stacked_bar':
      return drawSeries(result, frame);
    case 'table':
      return drawTable(result, config, frame);
    case 'number':
      return drawNumber(result, frame);
    case 'pie':
    case 'bar':
      return drawBars(result, frame);
    case 'heatmap':
      return drawHeatmap(result, config, frame);
    case 'search':
      return drawSearch(result, frame);
    case 'markdown':
      return [];
    default:
      // A later version of the contract may have more types.
      return wrap('This version of penstock cannot draw the tile. Use --json.', frame.width).map(
        frame.style.pen.faint,
      );
  }
}

/** At most the lines of the frame; the last one ends with an ellipsis if there are more. */
function clip(
  lines: readonly string[],
  { height, width, style }: TileFrame & { readonly style: Style },
): string[] {
  if (lines.length <= height) return [...lines];
  const { ellipsis } = style.glyphs;
  const last = cutTo(lines[height - 1] ?? '', width - widthOf(ellipsis), '');
  return [...lines.slice(0, height - 1), `${last}${ellipsis}`];
}
