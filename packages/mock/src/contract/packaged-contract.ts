import { contractDocument, type OpenApiDocument } from '@penstock/contract/documents';

/** The documents of the contract that this version of the mock was released with. */
export function packagedContract(): OpenApiDocument[] {
  return (['management', 'observability'] as const).map(contractDocument);
}
