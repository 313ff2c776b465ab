import { type Html, html } from '../html.ts';
import { relativeLink } from '../links.ts';
import type { SiteFile } from '../site-file.ts';

/** The navigation bar ends with this element. */
const lastOfBar = '<button class="search-button"';

/**
 * Adds a list of all versions to the navigation bar of each page. With one version, the files stay as they are.
 *
 * @param current the version of the site; undefined before the first release
 * @param earlier the versions of the sites in `versions/`, newest first
 */
export function withVersionPicker(
  files: readonly SiteFile[],
  current: string | undefined,
  earlier: readonly string[],
): SiteFile[] {
  const others = earlier.filter((version) => version !== current);
  if (current === undefined || others.length === 0) return [...files];
  return files.map((file) => {
    if (!file.path.endsWith('.html')) return file;
    const picker = versionPicker(file.path, current, others).text;
    const content = file.content.toString('utf8').replace(lastOfBar, () => picker + lastOfBar);
    return { ...file, content: Buffer.from(content, 'utf8') };
  });
}

function versionPicker(path: string, current: string, others: readonly string[]): Html {
  return html`<details class="versions"><summary>Version ${current}</summary>
<ul>
${others.map((version) => html`<li><a href="${relativeLink(path, `versions/${version}/`)}">${version}</a></li>\n`)}</ul>
</details>
`;
}
