import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import { Html, html } from '../html.ts';
import { headingAnchors } from './heading-anchors.ts';
import { rowAnchors } from './row-anchors.ts';
import { scrolling, sectionTitle } from './scrolling.ts';

// Short names such as `sh` and `ts` are included.
for (const [name, language] of Object.entries({ bash, go, java, json, python, rust, typescript, yaml })) {
  hljs.registerLanguage(name, language);
}

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Rendered {
  readonly content: Html;
  readonly headings: readonly Heading[];
}

/** Returns the link target of inline code; undefined without one. */
export type CodeTarget = (text: string) => string | undefined;

/** Renders Markdown. HTML in it is escaped. */
export function renderMarkdown(source: string, target: CodeTarget): Rendered {
  const headings: Heading[] = [];
  const markdown = markdownIt();
  markdown.use(headingAnchors, headings).use(rowAnchors).use(scrolling);
  markdown.renderer.rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    return `${codeBlock(content, info.trim(), `Code: ${sectionTitle(tokens, index)}`).text}\n`;
  };
  linkCode(markdown, target);
  return { content: new Html(markdown.render(source)), headings };
}

const prose = markdownIt();
prose.renderer.rules.code_inline = (tokens, index, _options, env) =>
  linkedCode(tokens, index, (env as { target: CodeTarget }).target);

/** Renders a short text without headings. HTML in it is escaped. */
export function renderProse(source: string, target: CodeTarget): Html {
  return new Html(prose.render(source, { target }));
}

/** Renders a part of a sentence. HTML in it is escaped. */
export function renderPhrase(source: string, target: CodeTarget): Html {
  return new Html(prose.renderInline(source, { target }));
}

/** Returns a code block with syntax highlighting. */
export function codeBlock(code: string, language: string, label: string): Html {
  return html`<pre tabindex="0" aria-label="${label}"><code class="language-${language}">${new Html(highlight(code, language))}</code></pre>`;
}

/** Many pages have the same examples. */
const highlighted = new Map<string, string>();
const MOST_HIGHLIGHTED = 5000;

function highlight(code: string, language: string): string {
  if (!hljs.getLanguage(language)) return html`${code}`.text;
  const key = `${language}\n${code}`;
  const known = highlighted.get(key);
  if (known !== undefined) return known;
  // `pnpm site:dev` builds the pages again and again.
  if (highlighted.size === MOST_HIGHLIGHTED) highlighted.clear();
  const { value } = hljs.highlight(code, { language });
  highlighted.set(key, value);
  return value;
}

function linkCode(markdown: MarkdownIt, target: CodeTarget): void {
  markdown.renderer.rules.code_inline = (tokens, index) => linkedCode(tokens, index, target);
}

function linkedCode(tokens: readonly Token[], index: number, target: CodeTarget): string {
  const { content = '' } = tokens[index] ?? {};
  const href = isInLink(tokens, index) ? undefined : target(content);
  const code = html`<code>${content}</code>`;
  return (href === undefined ? code : html`<a href="${href}">${code}</a>`).text;
}

function isInLink(tokens: readonly { readonly type: string }[], index: number): boolean {
  const before = tokens.slice(0, index);
  return (
    before.filter(({ type }) => type === 'link_open').length >
    before.filter(({ type }) => type === 'link_close').length
  );
}
