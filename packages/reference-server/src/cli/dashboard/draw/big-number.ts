import { cutTo, widthOf } from './cells.ts';

/** The strokes of each character of a number, as on a display with seven segments. */
const STROKES: Readonly<Record<string, readonly [string, string, string]>> = {
  '0': [' _ ', '| |', '|_|'],
  '1': [' ', '|', '|'],
  '2': [' _ ', ' _|', '|_ '],
  '3': [' _ ', ' _|', ' _|'],
  '4': ['   ', '|_|', '  |'],
  '5': [' _ ', '|_ ', ' _|'],
  '6': [' _ ', '|_ ', '|_|'],
  '7': [' _ ', '  |', '  |'],
  '8': [' _ ', '|_|', '|_|'],
  '9': [' _ ', '|_|', ' _|'],
  '-': ['   ', ' _ ', '   '],
  '.': [' ', ' ', '.'],
  ',': [' ', ' ', ','],
};

/** Draws a formatted number in three lines, with its unit as small text; in one line if it is too wide or not a number. */
export function bigNumber(text: string, width: number, ellipsis: string): string[] {
  const [, digits = '', unit = ''] = /^([-\d.,]*)(.*)$/su.exec(text) ?? [];
  const strokes = [...digits].map((digit) => STROKES[digit] ?? (['', '', ''] as const));
  const lines = [0, 1, 2].map((line) => strokes.map((stroke) => stroke[line]).join(' '));
  const drawn = [lines[0] ?? '', lines[1] ?? '', `${lines[2]}${unit}`];
  if (digits === '' || drawn.some((line) => widthOf(line) > width)) return [cutTo(text, width, ellipsis)];
  return drawn;
}
