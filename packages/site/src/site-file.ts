/** A file of the site, before it is written. */
export interface SiteFile {
  /** Relative to the site's folder, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
}

export function siteFile(path: string, content: Buffer | string): SiteFile {
  return { path, content: typeof content === 'string' ? Buffer.from(content, 'utf8') : content };
}
