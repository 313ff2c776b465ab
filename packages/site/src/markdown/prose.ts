const code = /(```[\s\S]*?```|`[^`\n]*`)/;

/** Changes a Markdown text except its code. */
function mapProse(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(code)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

const codeOrLink = /(```[\s\S]*?```|`[^`\n]*`)|\[((?:`[^`\n]*`|[^\]`])*)\]\(([^()\s]+)\)/g;

/** Changes the targets of links and pictures in a Markdown text. A link without a target becomes plain text. */
export function mapLinks(markdown: string, change: (target: string) => string | undefined): string {
  return markdown.replace(codeOrLink, (match, inCode?: string, label = '', target = '') => {
    if (inCode !== undefined) return match;
    const changed = change(target);
    return changed === undefined ? label : `[${label}](${changed})`;
  });
}

/** Links the ids of decisions, except in headings, links and the first column of tables. */
export function linkDecisions(markdown: string, target: (id: string) => string): string {
  return mapProse(markdown, (prose) =>
    prose.replace(/(?<![[\w#-]|^\| |^#+ )\bD-\d{2}\b(?!\])/gm, (id) => `[${id}](${target(id)})`),
  );
}

/** Returns the first heading of a Markdown text. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? '';
}

/** Returns a Markdown table. Cells are Markdown; bars in them are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function codeSpan(text: string): string {
  return `\`${text}\``;
}
