const code = /(```[\s\S]*?```|`[^`\n]*`)/;

/** Changes what is not code in a Markdown text. */
function mapProse(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(code)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

const codeOrLink = /(```[\s\S]*?```|`[^`\n]*`)|\[((?:`[^`\n]*`|[^\]`])*)\]\(([^()\s]+)\)/g;

/** Changes where the links and pictures of a Markdown text lead; of a link that leads nowhere its words remain. */
export function mapLinks(markdown: string, change: (target: string) => string | undefined): string {
  return markdown.replace(codeOrLink, (whole, inCode?: string, label = '', target = '') => {
    if (inCode !== undefined) return whole;
    const changed = change(target);
    return changed === undefined ? label : `[${label}](${changed})`;
  });
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
