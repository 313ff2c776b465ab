export { buildSite, type SiteOptions, type SiteReport, siteDirectory } from './build.ts';
export { contentSecurityPolicy, referencePolicy } from './content-security-policy.ts';
export { type DocumentedOperation, documentedOperations } from './contract/documented-operations.ts';
export { type CodeSample, codeSamples } from './samples/code-samples.ts';
export { sampleEnvironment } from './samples/environment.ts';
export { SiteBuildError } from './site-build-error.ts';
