import { contractDocument } from '@penstock/contract/documents';
import type { OpenApiDocument } from '@penstock/contract/reader';

/** Returns the documents of the contract package. */
export function packagedContract(): OpenApiDocument[] {
  return (['management', 'observability'] as const).map(contractDocument);
}
