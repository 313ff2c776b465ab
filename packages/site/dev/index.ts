/*
 * For commands and tests of this workspace only. The export needs the condition `@penstock/source` and is not published.
 */
export { type ContractSource, ContractSourceError } from './contract-source.ts';
export { liveSite } from './live-site.ts';
export { type SiteDevLog, startSiteDev } from './site-dev.ts';
export { serveFolder } from './static-server.ts';
