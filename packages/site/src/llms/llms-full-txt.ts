import { posix } from 'node:path';
import { mapLinks } from '../markdown/prose.ts';
import { type SiteFile, siteFile } from '../site-file.ts';

/** Returns all Markdown of the site as one file for language models, with links relative to it. */
export function llmsFullTxt(files: readonly SiteFile[]): SiteFile {
  const documents = files
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path, content }) => {
      const text = mapLinks(content.toString('utf8'), (target) => fromRoot(target, path));
      return `<!-- ${path} -->\n\n${text.trim()}\n`;
    });
  return siteFile('llms-full.txt', documents.join('\n'));
}

function fromRoot(target: string, path: string): string {
  if (/^https?:/.test(target)) return target;
  if (target.startsWith('#')) return path + target;
  return posix.join(posix.dirname(path), target);
}
