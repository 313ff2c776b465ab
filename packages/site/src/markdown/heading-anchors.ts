import type { MarkdownIt } from 'markdown-it';
import type { Heading } from './render.ts';

/** Adds an id and a link to each heading, and collects the headings. */
export function headingAnchors(markdown: MarkdownIt, headings: Heading[]): void {
  markdown.core.ruler.push('heading-anchors', ({ tokens }) => {
    const used = new Set<string>();
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue;
      const text = plainText(tokens[index + 1]?.children ?? []);
      const id = unused(slug(text), used);
      token.attrSet('id', id);
      headings.push({ level: Number(token.tag.slice(1)), id, text });
    }
  });
  markdown.renderer.rules.heading_close = (tokens, index) => {
    const opening = tokens.slice(0, index).findLast(({ type }) => type === 'heading_open');
    const level = tokens[index]?.tag;
    const id = opening?.attrGet('id');
    const anchor =
      level === 'h1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
    return `${anchor}</${level}>\n`;
  };
}

/** Returns the id of a heading. `D-11: how …` becomes `d-11`, so that links do not need the question. */
export function slug(text: string): string {
  const [decision] = /^D-\d+(?=:)/.exec(text) ?? [];
  return (decision ?? text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function unused(id: string, used: Set<string>): string {
  let candidate = id;
  for (let count = 2; used.has(candidate); count++) candidate = `${id}-${count}`;
  used.add(candidate);
  return candidate;
}

function plainText(children: readonly { readonly content: string }[]): string {
  return children.map(({ content }) => content).join('');
}
