import {
  type Operation as OperationEntry,
  type OperationId,
  operations,
  type Surface,
  securitySchemes,
} from '@penstock/contract';
import { contractDocument, type OpenApiDocument } from '@penstock/contract/documents';
import { type OperationValidators, validators } from '@penstock/contract/validators';

export type { OpenApiDocument, Surface };

/** What the operation table says of an operation, with its name. Authenticators get it. */
export interface Operation extends OperationEntry {
  readonly operationId: string;
}

/** A contract: the generated one, or a smaller one in a test. */
export interface Contract {
  readonly operations: readonly Operation[];
  readonly securitySchemes: Readonly<Record<string, { readonly surface: Surface; readonly scheme: string }>>;
  /** A fresh object each time: the validator writes into what it is given. */
  document(surface: Surface): OpenApiDocument;
  /** The compiled validators of an operation, if it was there when they were generated. */
  validators(operation: Operation): OperationValidators | undefined;
}

/** The contract that this package was generated with. */
export const penstockContract: Contract = {
  operations: Object.entries(operations).map(([operationId, entry]) => ({ ...entry, operationId })),
  securitySchemes,
  document: contractDocument,
  validators: ({ operationId }) => validators[operationId as OperationId],
};

/** What the self-test asks for: no operation has a query parameter of this name, and no path is this one. */
export const PROBE = 'penstock-self-test';

/** A path of the operation with something in the place of every parameter. */
export function samplePath({ path }: { readonly path: string }): string {
  return path.replaceAll(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000');
}
