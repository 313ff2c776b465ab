import { ProblemError } from '@penstock/server';

/** The versions that a change may be based on; absent if any will do. */
export type ExpectedVersions = readonly number[] | undefined;

/** The strong validator of a version (D-11, RFC 9110 section 8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** The headers of an answer to a creation: the first one, or a replay of it (D-11, D-12). */
export function createdHeaders(created: { readonly version: number; readonly replayed: boolean }) {
  const ETag = entityTag(created.version);
  return created.replayed ? { ETag, 'Idempotency-Replayed': 'true' as const } : { ETag };
}

/**
 * Reads `If-Match`: one tag, a list of them, or `*`, which any stored version matches. Weak tags and tags that this server
 * never made match none (RFC 9110 section 13.1.1).
 */
export function expectedVersions(headers: { readonly 'If-Match'?: string }): ExpectedVersions {
  const ifMatch = headers['If-Match'];
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return ifMatch.split(',').flatMap((tag) => {
    const digits = /^"(\d{1,15})"$/.exec(tag.trim())?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}

/** @throws ProblemError 412 if the stored version is none of those that were expected. */
export function requireVersion(expected: ExpectedVersions, version: number): void {
  if (expected === undefined || expected.includes(version)) return;
  throw new ProblemError({
    code: 'precondition_failed',
    detail: 'Read the resource again, apply your change to it, and send the new ETag.',
  });
}
