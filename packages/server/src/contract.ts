import {
  type Operation as OperationEntry,
  type OperationId,
  operations,
  type Surface,
  securitySchemes,
} from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import type { OpenApiDocument } from '@penstock/contract/reader';
import { type OperationValidators, validators } from '@penstock/contract/validators';

export type { OpenApiDocument, Surface };

/** An entry of the operation table with its name. Authenticators receive it. */
export interface Operation extends OperationEntry {
  readonly operationId: string;
}

/** A contract: the generated one, or another one, for example of a mock or a test. */
export interface Contract {
  readonly operations: readonly Operation[];
  readonly securitySchemes: Readonly<Record<string, { readonly surface: Surface; readonly scheme: string }>>;
  /** Returns a new object each time, because the validator writes into it. */
  document(surface: Surface): OpenApiDocument;
  /** The compiled validators of an operation, if they were generated. */
  validators(operation: Operation): OperationValidators | undefined;
}

/** The contract that this package was generated with. */
export const penstockContract: Contract = {
  operations: Object.entries(operations).map(([operationId, entry]) => ({ ...entry, operationId })),
  securitySchemes,
  document: contractDocument,
  validators: ({ operationId }) => validators[operationId as OperationId],
};

/** A name that no operation has as a query parameter and no path contains; the self-test sends it. */
export const PROBE = 'penstock-self-test';

/** Returns a path of the operation with a value for every parameter. */
export function samplePath({ path }: { readonly path: string }): string {
  return path.replaceAll(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000');
}
