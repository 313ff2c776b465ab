import type { Idempotency, Stability, Surface } from '@penstock/contract';
import {
  type DescribedOperation,
  type ExampleObject,
  type OpenApiDocument,
  type ParameterObject,
  readOperations,
} from '@penstock/contract/reader';
import type { Bundle } from './bundle.ts';
import { decisionsOf } from './decisions.ts';
import type { FieldSources } from './fields.ts';
import { type OperationDetails, operationDetails } from './operation-details.ts';
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
  /** The examples of the request body by name; empty without a request body. */
  readonly requestExamples: Readonly<Record<string, unknown>>;
  /** The summaries of these examples by name. */
  readonly exampleTitles: ReadonlyMap<string, string>;
}

/** Everything that the pages contain about an operation. */
export interface OperationFacts extends DocumentedOperation {
  readonly surface: Surface;
  readonly description: string;
  readonly stability: Stability;
  readonly idempotency: Idempotency;
  readonly decisions: readonly string[];
  readonly parameters: readonly ParameterObject[];
  /** The titles of the problems in the examples of its error responses, by code. */
  readonly problems: ReadonlyMap<string, string>;
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
    const { operation, parameters } = described;
    const details = operationDetails(sources, described);
    return {
      ...documentedOperation(described),
      surface,
      description: operation.description ?? '',
      stability: operation['x-stability'] as Stability,
      idempotency: operation['x-idempotency'] as Idempotency,
      decisions: decisionsOf(operation),
      parameters,
      problems: new Map(details.errors.map(({ code, title }) => [code, title])),
      provenance: sources.provenance.ofOperation(described, operation),
      details,
    };
  });
}

/** Returns the examples of the request body of an operation by name. */
export function requestExamples(described: DescribedOperation): Record<string, unknown> {
  return Object.fromEntries(examplesOfRequest(described).map(([name, { value }]) => [name, value]));
}

function exampleTitles(described: DescribedOperation): Map<string, string> {
  return new Map(examplesOfRequest(described).map(([name, { summary = name }]) => [name, summary]));
}

function examplesOfRequest({ requestBody }: DescribedOperation): [string, ExampleObject][] {
  const [mediaType] = Object.values(requestBody?.content ?? {});
  return Object.entries(mediaType?.examples ?? {});
}

/** Linting guarantees the operationId, the summary and the tag. */
function documentedOperation(described: DescribedOperation): DocumentedOperation {
  const { operationId = '', method, path, operation } = described;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    tag: operation.tags?.[0] ?? '',
    requestExamples: requestExamples(described),
    exampleTitles: exampleTitles(described),
  };
}
