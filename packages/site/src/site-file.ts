/** A file of the site, before it is written. */
export interface SiteFile {
  /** Relative to the site's folder, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
  /** Whether the build adds a hash of the content to its name, so that caches keep it. Only pages and other assets refer to it. */
  readonly isAsset?: boolean;
  /** The metadata of a page that search engines list; undefined for other files. */
  readonly page?: PageMetadata;
}

export interface PageMetadata {
  readonly title: string;
  /** One sentence. */
  readonly description: string;
}

/** Returns a file with a stable address, such as a page. */
export function siteFile(path: string, content: Buffer | string): SiteFile {
  return { path, content: typeof content === 'string' ? Buffer.from(content, 'utf8') : content };
}

/** Returns a file that pages load, such as a script. Pages and scripts refer to it by `path`; see `withHashedNames`. */
export function siteAsset(path: string, content: Buffer | string): SiteFile {
  return { ...siteFile(path, content), isAsset: true };
}
