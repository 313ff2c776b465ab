// Builds the site in a checkout: into a folder, or in memory for `pnpm site:dev`.
export { buildSite, type SiteOptions, type SiteReport } from './build.ts';
export { readHistory } from './changelog/history.ts';
export type { Bundle } from './contract/bundle.ts';
export { readContract } from './contract/contract.ts';
export { type DocumentedOperation, documentedOperations } from './contract/operation-facts.ts';
export { readTexts } from './contract/texts.ts';
export { mediaTypeOf } from './media-type.ts';
export { type CodeSample, codeSamples } from './samples/code-samples.ts';
export { sampleEnvironment } from './samples/environment.ts';
export { SiteBuildError } from './site-build-error.ts';
export { siteFiles } from './site-files.ts';
