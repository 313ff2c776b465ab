/** Columns as wide as their widest cell; a column of numbers is set to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const numeric = head.map((_, column) => rows.every((row) => /^[\d.,× ]*$/.test(row[column] ?? '')));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return `${[head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')}\n`;
}
