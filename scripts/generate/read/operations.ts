import type { Bundle } from '../bundle/bundle.ts';
import { throwDiagnostics } from '../diagnostics/bundle-diagnostics.ts';
import type { Surface } from '../surfaces.ts';
import {
  type DescribedOperation,
  type OperationInputs,
  operationInputs,
  readOperations as readDocument,
  securityRequirements,
} from './contract-reader.ts';
import { operationDiagnostics } from './operation-rules.ts';

/** An entry of the operation table, with what the documentation of generated code needs. */
export interface Operation extends OperationInputs {
  id: string;
  surface: Surface;
  method: DescribedOperation['method'];
  path: string;
  tag: string;
  summary: string;
  description: string | undefined;
  security: string[];
  stability: string;
  idempotency: string;
  statuses: number[];
}

/** An operation of a bundle, with its references resolved. */
export interface BundledOperation extends DescribedOperation {
  operationId: string;
  bundle: Bundle;
}

/** Reads the operations of all documents in their order; all errors in them are reported at once. */
export async function readOperations(bundles: Bundle[]): Promise<Operation[]> {
  const bundled = bundles.flatMap(operationsOf);
  await throwDiagnostics(operationDiagnostics(bundled));
  return bundled.map(toOperation);
}

/** Returns the operations of one bundle, in its order. */
export function operationsOf(bundle: Bundle): BundledOperation[] {
  // The linter requires an operationId.
  return readDocument(bundle.document).map((described) => ({
    ...described,
    operationId: described.operationId ?? '',
    bundle,
  }));
}

function toOperation(bundled: BundledOperation): Operation {
  const { bundle, operationId, path, method, operation } = bundled;
  const security = securityRequirements(bundle.document, operation);
  return {
    ...operationInputs(bundled),
    id: operationId,
    surface: bundle.surface,
    method,
    path,
    tag: operation.tags?.[0] ?? '',
    summary: operation.summary ?? '',
    description: operation.description,
    security: [...new Set(security.flatMap((requirement) => Object.keys(requirement)))],
    stability: String(operation['x-stability']),
    idempotency: String(operation['x-idempotency']),
    statuses: [...bundled.responses.keys()].map(Number),
  };
}
