// Serves the built site. These exports need no development dependency.
export { contentSecurityPolicy, referencePolicy } from './content-security-policy.ts';
export { cacheControlOf } from './output/caching.ts';
export { notFoundAt } from './pages/not-found-at.ts';
export { siteDirectory } from './site-directory.ts';
