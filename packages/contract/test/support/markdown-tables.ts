import { readFileSync } from 'node:fs';

/** Returns the rows of every table of a page of `openapi/guidelines` whose first column has this heading. */
export function tableRows(page: string, heading: string): string[][] {
  const text = readFileSync(new URL(`../../../../openapi/guidelines/${page}`, import.meta.url), 'utf8');
  return text
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .map((lines) => lines.map(cellsOf))
    .filter(([head]) => head?.[0] === heading)
    .flatMap(([, , ...rows]) => rows);
}

function cellsOf(line: string) {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim());
}

/** Returns the text between backquotes, which is how the pages write names. */
export function unquoted(cell: string | undefined): string {
  return /^`([^`]+)`$/.exec(cell ?? '')?.[1] ?? '';
}
