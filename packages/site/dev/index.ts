/*
 * For the commands and tests of this workspace alone: it is exported under the condition `@penstock/source`, and not published.
 */
export { type ContractSource, ContractSourceError } from './contract-source.ts';
export { liveSite } from './live-site.ts';
export { type SiteDevLog, startSiteDev } from './site-dev.ts';
export { serveFolder } from './static-server.ts';
