export { buildSite, type SiteReport, siteDirectory } from './build.ts';
export { contentSecurityPolicy } from './content-security-policy.ts';
export { SiteBuildError } from './site-build-error.ts';
