import { pagePolicy } from '../content-security-policy.ts';
import { type Html, html } from '../html.ts';
import { relativeLink } from '../links.ts';
import { type SiteFile, siteFile } from '../site-file.ts';
import { footer } from './footer.ts';
import { header, type Section } from './header.ts';

export interface Page {
  /** Its path, relative to the site's folder. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly section?: Section;
  /** The class of the body: `page` with one column, `guide` and `reference` with side columns, `document` for Scalar. */
  readonly layout: 'page' | 'guide' | 'reference' | 'document';
  /** The content of `main`; a reference and a document have their own `main`. */
  readonly body: Html;
  /** Additional elements of the head. */
  readonly head?: Html;
  readonly policy?: string;
  /** Whether search engines should list the page. Default: true. */
  readonly isListed?: boolean;
}

/** Returns the complete document of a page. All links are relative, so the site works below any path. */
export function page(content: Page): SiteFile {
  const { path, title, description, layout, head = html``, policy = pagePolicy, isListed = true } = content;
  const to = (target: string) => relativeLink(path, target);
  const name = title.startsWith('Penstock') ? title : `${title} · Penstock`;
  const file = siteFile(
    path,
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Penstock">
<link rel="icon" href="${to('favicon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('site.css')}">
${head}<script src="${to('search/open.js')}" type="module"></script>
</head>
<body class="${layout}">
<a class="skip" href="#content">Skip to the content</a>
${header(path, content.section)}
${frame(content, to)}
</body>
</html>
`.text,
  );
  return isListed ? { ...file, page: { title, description } } : file;
}

/** The body below the navigation bar. */
function frame({ layout, body }: Page, to: (target: string) => string): Html {
  if (layout === 'document') return html`<div id="content" tabindex="-1">\n${body}\n</div>`;
  if (layout === 'reference') return html`${body}\n${footer(to)}`;
  return html`<main id="content" tabindex="-1">\n${body}\n</main>\n${footer(to)}`;
}
