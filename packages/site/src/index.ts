// What serves the built site. It needs nothing that only builds it, and so no development dependency.
export { contentSecurityPolicy, referencePolicy } from './content-security-policy.ts';
export { siteDirectory } from './site-directory.ts';
