import type { MarkdownIt, Token } from 'markdown-it';
import { html } from '../html.ts';

/** Lets a table or a picture that is wider than the screen scroll by itself, with the keyboard too. */
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

/** A paragraph that is a picture and nothing else. */
function isPicture(tokens: readonly Token[], index: number): boolean {
  const children = tokens[index]?.children ?? [];
  return children.length === 1 && children[0]?.type === 'image';
}

function opening(what: string, tokens: readonly Token[], index: number): string {
  return html`<div class="scroll" role="group" aria-label="${what}: ${sectionTitle(tokens, index)}" tabindex="0">`
    .text;
}

/** The heading above a token, as a name for what can be scrolled and has none of its own. */
export function sectionTitle(tokens: readonly Token[], index: number): string {
  const heading = tokens.slice(0, index).findLastIndex(({ type }) => type === 'heading_open');
  return tokens[heading + 1]?.content.replaceAll('`', '') ?? '';
}
