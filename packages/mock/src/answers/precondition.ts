import type { MockedOperation } from '../contract/operations.ts';
import type { Call } from './call.ts';
import type { Prism } from './prism.ts';

/**
 * Whether what `If-Match` expects is there (D-11, RFC 9110 section 13.1.1). Of every thing the mock has one version, the
 * one whose `ETag` it gives: in the answer of the change itself, or in that of reading what is at the path.
 */
export async function isExpectedVersion({ operation, read, request }: Call, prism: Prism): Promise<boolean> {
  const ifMatch = request.headers['if-match'];
  if (ifMatch === undefined || ifMatch.trim() === '*' || !operation.headerParameters.includes('If-Match'))
    return true;
  const etag = (await etagOf(operation, prism)) ?? (await etagOf(read, prism));
  return etag === undefined || ifMatch.split(',').some((tag) => tag.trim() === etag);
}

async function etagOf(operation: MockedOperation | undefined, prism: Prism): Promise<string | undefined> {
  if (operation === undefined || !operation.examples.has(200)) return undefined;
  return (await prism.answer(operation, 200)).headers.etag;
}
