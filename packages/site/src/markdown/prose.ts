const code = /(```[\s\S]*?```|`[^`\n]*`)/;

/** Changes what is not code in a Markdown text. */
function mapProse(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(code)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/** Changes where the links and pictures of a Markdown text lead. */
export function mapLinks(markdown: string, change: (target: string) => string): string {
  // A label may hold code, which the split would cut through: targets are matched by themselves.
  return mapProse(markdown, (prose) =>
    prose.replace(/\]\(([^()\s]+)\)/g, (_, target: string) => `](${change(target)})`),
  );
}

/** Makes a link of every decision that is named in the text but not in a heading, a link or a table's first column. */
export function linkDecisions(markdown: string, target: (id: string) => string): string {
  return mapProse(markdown, (prose) =>
    prose.replace(/(?<![[\w#-]|^\| |^#+ )\bD-\d{2}\b(?!\])/gm, (id) => `[${id}](${target(id)})`),
  );
}

/** The first heading of a Markdown text. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? '';
}

/** A Markdown table. Cells are Markdown; a bar in them is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function codeSpan(text: string): string {
  return `\`${text}\``;
}
