import {
  type Operation as OperationEntry,
  type OperationId,
  operations,
  type Surface,
  securitySchemes,
} from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import type { OpenApiDocument } from '@penstock/contract/reader';
import { type CopyDeclared, responseCopies } from '@penstock/contract/responses';
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
  /**
   * The generated copies of the responses of an operation, by status. For a contract without them, for example one whose
   * documents were changed, the server compiles each at the first response that needs it.
   */
  responseCopies?(operation: Operation): Readonly<Record<number, CopyDeclared>> | undefined;
}

/** The contract that this package was generated with. */
export const penstockContract: Contract = {
  operations: Object.entries(operations).map(([operationId, entry]) => ({ ...entry, operationId })),
  securitySchemes,
  document: contractDocument,
  validators: ({ operationId }) => validators[operationId as OperationId],
  responseCopies: ({ operationId }) => responseCopies[operationId],
};

/** A name that no operation has as a query parameter and no path contains; the self-test sends it. */
export const PROBE = 'penstock-self-test';

/** Returns a path of the operation with a value for every parameter. */
export function samplePath({ path }: { readonly path: string }): string {
  return path.replaceAll(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000');
}
