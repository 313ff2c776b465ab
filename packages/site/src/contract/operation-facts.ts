import type { Idempotency, Stability, Surface } from '@penstock/contract';
import { type DescribedOperation, type OpenApiDocument, readOperations } from '@penstock/contract/reader';
import type { Bundle } from './bundle.ts';
import type { FieldSources } from './fields.ts';
import {
  type BodyExample,
  bodyExamples,
  type OperationDetails,
  operationDetails,
} from './operation-details.ts';
import type { Provenance } from './provenance.ts';

/** The part of an operation that pages and code samples need. */
export interface DocumentedOperation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** The path template, such as `/api/v2/alerts/{alertId}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** The examples of the request body; empty without a request body. */
  readonly requestExamples: readonly BodyExample[];
}

/** Everything that the pages contain about an operation. */
export interface OperationFacts extends DocumentedOperation {
  readonly surface: Surface;
  readonly description: string;
  readonly stability: Stability;
  readonly idempotency: Idempotency;
  readonly provenance: Provenance;
  readonly details: OperationDetails;
}

/** Returns the operations of a surface, in the order of its document. */
export function documentedOperations(document: OpenApiDocument): DocumentedOperation[] {
  return readOperations(document).map(documentedOperation);
}

/** Returns the operations of a surface with everything that the pages contain about them. */
export function operationFacts({ surface, document }: Bundle, sources: FieldSources): OperationFacts[] {
  return readOperations(document).map((described) => {
    const { operation } = described;
    return {
      ...documentedOperation(described),
      surface,
      description: operation.description ?? '',
      stability: operation['x-stability'] as Stability,
      idempotency: operation['x-idempotency'] as Idempotency,
      provenance: sources.provenance.ofOperation(described, operation),
      details: operationDetails(sources, described),
    };
  });
}

/** Linting guarantees the operationId, the summary and the tag. */
function documentedOperation(described: DescribedOperation): DocumentedOperation {
  const { operationId = '', method, path, operation, requestBody } = described;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    tag: operation.tags?.[0] ?? '',
    requestExamples: bodyExamples(requestBody?.content),
  };
}
