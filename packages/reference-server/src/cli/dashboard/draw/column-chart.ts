import type { Glyphs } from './style.ts';

/** A value per bucket of time; undefined where none exists. */
export type BucketValues = readonly (number | undefined)[];

/** The values of the lowest and the highest bar. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

export function scaleOf(values: BucketValues, from: 'zero' | 'smallest'): Scale | undefined {
  const numbers = values.filter((value) => value !== undefined);
  if (numbers.length === 0) return undefined;
  const low = numbers.reduce((least, value) => Math.min(least, value));
  const high = numbers.reduce((most, value) => Math.max(most, value));
  return from === 'zero' ? { low: Math.min(low, 0), high: Math.max(high, 0) } : { low, high };
}

/** Draws values as columns of blocks, in `height` lines of `width` cells. Columns that share a cell become the highest one. */
export function columnChart(
  values: BucketValues,
  scale: Scale,
  { width, height, glyphs }: { readonly width: number; readonly height: number; readonly glyphs: Glyphs },
): string[] {
  const { levels } = glyphs;
  const cells = resample(values, width).map((value) =>
    value === undefined ? 0 : 1 + levelOf(value, scale, height * levels.length - 1),
  );
  return Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * levels.length;
    return cells.map((cell) => levels[Math.min(cell - below, levels.length) - 1] ?? ' ').join('');
  });
}

/** From 0 to `most`. */
function levelOf(value: number, { low, high }: Scale, most: number): number {
  if (high === low) return value === 0 ? 0 : Math.floor(most / 2);
  return Math.round(((value - low) / (high - low)) * most);
}

/** One value per cell. */
function resample(values: BucketValues, width: number): (number | undefined)[] {
  return Array.from({ length: width }, (_, cell) => {
    const first = Math.floor((cell * values.length) / width);
    const end = Math.max(Math.floor(((cell + 1) * values.length) / width), first + 1);
    const within = values.slice(first, end).filter((value) => value !== undefined);
    return within.length === 0 ? undefined : Math.max(...within);
  });
}
