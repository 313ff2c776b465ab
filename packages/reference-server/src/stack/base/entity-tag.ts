import { ProblemError } from '@penstock/server';

/** The entity tags of the versions that a change may be based on; undefined for any version. */
export type ExpectedVersions = readonly string[] | undefined;

/** The strong validator of a version (D-11, RFC 9110 section 8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** The headers of the response to a create request, or of its replay (D-11, D-12). */
export function createdHeaders(created: { readonly version: number; readonly replayed: boolean }) {
  const ETag = entityTag(created.version);
  return created.replayed ? { ETag, 'Idempotency-Replayed': 'true' as const } : { ETag };
}

/** A tag of a list (RFC 9110 section 8.8.3). A comma in quotes is part of the tag. */
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Reads `If-Match`: one tag, a list of tags, or `*`, which matches any stored version. Tags are opaque and compared as texts, so
 * weak tags and tags that this server did not create match no version (RFC 9110 section 13.1.1).
 */
export function expectedVersions(headers: { readonly 'If-Match'?: string }): ExpectedVersions {
  const ifMatch = headers['If-Match'];
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const isList = /^[\t ,]*$/.test(ifMatch.replaceAll(ENTITY_TAG, ''));
  return isList ? (ifMatch.match(ENTITY_TAG) ?? []) : [];
}

/** @throws ProblemError 412 if the stored version is not one of the expected versions */
export function requireVersion(expected: ExpectedVersions, version: number): void {
  if (expected === undefined || expected.includes(entityTag(version))) return;
  throw new ProblemError({
    code: 'precondition_failed',
    detail:
      'The resource was changed since you read it. Read it again, apply your change, and send the new ETag.',
  });
}
