import { posix } from 'node:path';
import { type Html, html } from '../html.ts';
import { markdownFile, relativeLink } from '../links.ts';

/** A link to the Markdown of a page, and a button that copies it. A script displays the button. */
export function asMarkdown(page: string): Html {
  return html`<span class="as-markdown"><a href="${posix.basename(markdownFile(page))}" type="text/markdown">Markdown</a> <button class="copy" type="button" hidden>Copy as Markdown</button></span>`;
}

/** The script of the button, and the alternate for programs. For the head of the page. */
export function asMarkdownHead(page: string): Html {
  return html`<link rel="alternate" type="text/markdown" href="${posix.basename(markdownFile(page))}">
<script src="${relativeLink(page, 'copy/markdown.js')}" type="module"></script>
`;
}
