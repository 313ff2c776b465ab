import { posix } from 'node:path';
import { markdownFile } from '../../links.ts';
import { type SiteFile, siteFile } from '../../site-file.ts';

/** A section of a Markdown document; without content it is left out. */
export interface MarkdownSection {
  readonly title: string;
  readonly content: string;
}

/** Returns the Markdown of a page. */
export function markdownDocument(
  page: string,
  title: string,
  introduction: readonly string[],
  sections: readonly MarkdownSection[],
): SiteFile {
  const parts = [
    `# ${title}`,
    ...introduction,
    ...sections
      .filter(({ content }) => content !== '')
      .map((section) => `## ${section.title}\n\n${section.content}`),
  ];
  return siteFile(markdownFile(page), `${parts.filter(Boolean).join('\n\n')}\n`);
}

/** Returns a Markdown link to the Markdown of another page. */
export function linkToMarkdown(from: string, text: string, page: string): string {
  return `[${text}](${posix.relative(posix.dirname(markdownFile(from)), markdownFile(page))})`;
}

export function jsonBlock(value: unknown): string {
  return codeFence('json', JSON.stringify(value, undefined, 2));
}

export function codeFence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

export function bulletList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
