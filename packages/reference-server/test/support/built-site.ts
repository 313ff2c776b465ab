import { existsSync } from 'node:fs';
import { siteDirectory } from '@penstock/site';

/** @throws Error with the command to run, if the site that `/docs` serves is not built. */
export function requireSite(): void {
  if (!existsSync(siteDirectory)) throw new Error('The reference site is not built. Run: pnpm site');
}
