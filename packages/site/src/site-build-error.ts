/** What the person who builds the site can mend: one sentence, reported without a stack trace. */
export class SiteBuildError extends Error {
  override readonly name = 'SiteBuildError';
}
