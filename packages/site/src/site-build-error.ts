/** An error that the person who builds the site can fix: one sentence, printed without a stack trace. */
export class SiteBuildError extends Error {
  override readonly name = 'SiteBuildError';
}
