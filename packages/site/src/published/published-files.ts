import { html } from '../html.ts';
import { type PageMetadata, type SiteFile, siteFile } from '../site-file.ts';
import { preview, previewHeight, previewWidth } from './preview.ts';
import { addressOf } from './public-url.ts';

/**
 * Returns the files with what search engines and previews of links need: `robots.txt`, and if the public URL is known, which
 * these parts contain, tags in each page and `sitemap.xml`. The tags name the pictures of `previewFiles`.
 */
export function publishedFiles(files: readonly SiteFile[], site: URL | undefined): SiteFile[] {
  if (site === undefined) return [...files, robots()];
  return [...files.map((file) => publishedFile(file, site)), sitemap(files, site), robots(site)];
}

/** Returns the picture of each page; none without a public URL. */
export function previewFiles(files: readonly SiteFile[], site: URL | undefined): Promise<SiteFile[]> {
  const pages = site === undefined ? [] : files.filter(isPage);
  return Promise.all(pages.map(async ({ path, page }) => siteFile(pictureOf(path), await preview(page))));
}

type PageFile = SiteFile & { readonly page: PageMetadata };

function isPage(file: SiteFile): file is PageFile {
  return file.page !== undefined;
}

function pictureOf(path: string): string {
  return `previews/${path.replace(/(?:\/index)?\.html$/, '')}.png`;
}

function publishedFile(file: SiteFile, site: URL): SiteFile {
  if (!isPage(file)) return file;
  const { page, path, content } = file;
  const tags = html`<link rel="canonical" href="${addressOf(path, site)}">
<meta property="og:url" content="${addressOf(path, site)}">
<meta property="og:image" content="${addressOf(pictureOf(path), site)}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${previewWidth}">
<meta property="og:image:height" content="${previewHeight}">
<meta property="og:image:alt" content="${page.title}">
<meta name="twitter:card" content="summary_large_image">
`;
  return withTags(file, content, tags.text);
}

function withTags(file: SiteFile, content: Buffer, tags: string): SiteFile {
  const end = content.indexOf('</head>');
  return {
    ...file,
    content: Buffer.concat([content.subarray(0, end), Buffer.from(tags, 'utf8'), content.subarray(end)]),
  };
}

/** Lists the addresses of all pages: https://www.sitemaps.org/protocol.html. */
function sitemap(files: readonly SiteFile[], site: URL): SiteFile {
  const entries = files
    .filter(isPage)
    .map(({ path }) => html`<url><loc>${addressOf(path, site)}</loc></url>\n`);
  return siteFile(
    'sitemap.xml',
    html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</urlset>
`.text,
  );
}

/** Allows all robots: https://www.rfc-editor.org/rfc/rfc9309. */
function robots(site?: URL): SiteFile {
  const sitemapLine = site === undefined ? '' : `\nSitemap: ${addressOf('sitemap.xml', site)}\n`;
  return siteFile('robots.txt', `User-agent: *\nAllow: /\n${sitemapLine}`);
}

/** Returns sentences about what the site lacks for search engines and previews, for the report of the build. */
export function publishingNotes(site: URL | undefined): string[] {
  if (site === undefined) {
    return [
      'Without --url, the site has no canonical links, no sitemap.xml and no pictures for previews of its links.',
    ];
  }
  if (site.pathname === '/') return [];
  return [`Robots read only ${site.origin}/robots.txt: copy the lines of robots.txt there.`];
}
