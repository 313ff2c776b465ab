import type { MarkdownIt, Token } from 'markdown-it';
import { html } from '../html.ts';

/** Makes wide tables and pictures scrollable on their own, also with the keyboard. */
export function scrolling(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules.table_open = (tokens, index) => `${opening('Table', tokens, index)}<table>\n`;
  rules.table_close = () => '</table></div>\n';
  rules.paragraph_open = (tokens, index, options, _env, renderer) =>
    isPicture(tokens, index + 1)
      ? opening('Picture', tokens, index)
      : renderer.renderToken(tokens, index, options);
  rules.paragraph_close = (tokens, index, options, _env, renderer) =>
    isPicture(tokens, index - 1) ? '</div>\n' : renderer.renderToken(tokens, index, options);
}

/** Returns whether a paragraph contains only a picture. */
function isPicture(tokens: readonly Token[], index: number): boolean {
  const children = tokens[index]?.children ?? [];
  return children.length === 1 && children[0]?.type === 'image';
}

function opening(kind: string, tokens: readonly Token[], index: number): string {
  return html`<div class="scroll" role="group" aria-label="${kind}: ${sectionTitle(tokens, index)}" tabindex="0">`
    .text;
}

/** Returns the heading above a token, as the accessible name of a scrollable element. */
export function sectionTitle(tokens: readonly Token[], index: number): string {
  const heading = tokens.slice(0, index).findLastIndex(({ type }) => type === 'heading_open');
  return tokens[heading + 1]?.content.replaceAll('`', '') ?? '';
}
