// What `pnpm site:dev` builds the site of, in memory and again and again.
export { readHistory } from './changelog/history.ts';
export type { Bundle } from './contract/bundle.ts';
export { readContract } from './contract/contract.ts';
export { readTexts } from './contract/texts.ts';
export { SiteBuildError } from './site-build-error.ts';
export { siteFiles } from './site-files.ts';
