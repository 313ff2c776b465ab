import { ProblemError } from '@penstock/server';
import type { MockOperation } from '../contract/operations.ts';
import type { Prism } from './prism.ts';

/**
 * Compares `If-Match` with the one version that each resource of the mock has (D-11, RFC 9110 section 13.1.1): the `ETag`
 * of the operation itself, or of the operation that reads the same path.
 *
 * @throws ProblemError 412 if it names another version.
 */
export async function checkPrecondition(
  ifMatch: unknown,
  operation: MockOperation,
  read: MockOperation | undefined,
  prism: Prism,
): Promise<void> {
  if (typeof ifMatch !== 'string' || ifMatch.trim() === '*') return;
  const etag = (await etagOf(operation, prism)) ?? (await etagOf(read, prism));
  if (etag === undefined || ifMatch.split(',').some((tag) => tag.trim() === etag)) return;
  throw new ProblemError({
    code: 'precondition_failed',
    detail:
      'The mock has one version of each resource, and If-Match has another ETag. Send the ETag of the response.',
  });
}

async function etagOf(operation: MockOperation | undefined, prism: Prism): Promise<string | undefined> {
  if (!operation?.responses.has(200)) return undefined;
  return (await prism.respond(operation, 200)).headers.etag;
}
