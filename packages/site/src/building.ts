// What builds the site, in a checkout: as a folder, or in memory and again and again as `pnpm site:dev` does.
export { buildSite, type SiteOptions, type SiteReport } from './build.ts';
export { readHistory } from './changelog/history.ts';
export type { Bundle } from './contract/bundle.ts';
export { readContract } from './contract/contract.ts';
export { type DocumentedOperation, documentedOperations } from './contract/documented-operations.ts';
export { readTexts } from './contract/texts.ts';
export { mediaTypeOf } from './media-type.ts';
export { type CodeSample, codeSamples } from './samples/code-samples.ts';
export { sampleEnvironment } from './samples/environment.ts';
export { SiteBuildError } from './site-build-error.ts';
export { siteFiles } from './site-files.ts';
