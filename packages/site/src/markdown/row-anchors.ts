import type { MarkdownIt } from 'markdown-it';
import { slug } from './heading-anchors.ts';

/** Adds an id such as `entry-codes-invalid_type` to table rows that start with code. The first row of each id gets it. */
export function rowAnchors(markdown: MarkdownIt): void {
  markdown.core.ruler.push('row-anchors', ({ tokens }) => {
    const used = new Set<string>();
    let heading = '';
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') heading = slug(tokens[index + 1]?.content ?? '');
      if (token.type !== 'tr_open') continue;
      // tr_open, td_open, inline
      const [cell] = tokens[index + 1]?.type === 'td_open' ? (tokens[index + 2]?.children ?? []) : [];
      if (cell?.type !== 'code_inline') continue;
      const id = `${heading}-${slug(cell.content)}`;
      if (!used.has(id)) token.attrSet('id', id);
      used.add(id);
    }
  });
}
