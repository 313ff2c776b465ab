/**
 * The tools that do not accept the oneOf form of a bundle, by their names. A tool that is listed and accepts it fails the
 * check, and so does one that is not listed and rejects it, so that a change is noticed. Keep
 * packages/contract/docs/one-of.md up to date.
 */
export const ONE_OF_REJECTED_BY: readonly string[] = [];
