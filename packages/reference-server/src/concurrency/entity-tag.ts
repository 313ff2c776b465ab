import { ProblemError } from '@penstock/server';

/** The `If-Match` header of a request, if it has one. */
export type EntityTag = string | undefined;

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
 * Honours `If-Match`: one tag, a list of them, or `*`. Weak tags never match (RFC 9110 section 13.1.1).
 *
 * @throws ProblemError 412 if none of the tags is that of the stored version.
 */
export function requireMatch(ifMatch: EntityTag, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes(entityTag(version))) return;
  throw new ProblemError({
    code: 'precondition_failed',
    detail: 'Read the resource again, apply your change to it, and send the new ETag.',
  });
}
