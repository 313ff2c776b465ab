import type { HttpMethod, Surface } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/documents';
import type { Bundle } from './bundle.ts';
import { type DocumentedOperation, documentedOperations } from './documented-operations.ts';
import {
  type Body,
  decisionsOf,
  type MediaType,
  type Operation,
  type Parameter,
  parametersOf,
  resolve,
} from './openapi.ts';

/** Everything that the pages say about an operation. */
export interface DescribedOperation extends DocumentedOperation {
  readonly surface: Surface;
  readonly description: string;
  readonly stability: Operation['x-stability'];
  readonly idempotency: Operation['x-idempotency'];
  readonly decisions: readonly string[];
  readonly parameters: readonly Parameter[];
  /** The problems that its declared failures have as examples: their titles by their codes. */
  readonly problems: ReadonlyMap<string, string>;
}

export function describedOperations({ surface, document }: Bundle): DescribedOperation[] {
  return documentedOperations(document).map((documented) => {
    const { path, method } = documented;
    const operation = document.paths[path]?.[method.toLowerCase() as HttpMethod] as unknown as Operation;
    return {
      ...documented,
      surface,
      description: operation.description,
      stability: operation['x-stability'],
      idempotency: operation['x-idempotency'],
      decisions: decisionsOf(operation),
      parameters: parametersOf(document, path, operation),
      problems: problemTitles(document, operation),
    };
  });
}

interface ProblemExample {
  readonly code: string;
  readonly title: string;
}

/** The examples of the request body of an operation by name. */
export function requestExamples(
  document: OpenApiDocument,
  { requestBody }: Operation,
): Record<string, unknown> {
  if (requestBody === undefined) return {};
  const [mediaType] = mediaTypes(resolve<Body>(document, requestBody));
  return exampleValues(mediaType);
}

function problemTitles(document: OpenApiDocument, { responses }: Operation): Map<string, string> {
  const failures = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([, response]) => resolve<Body>(document, response));
  const examples = failures
    .flatMap(mediaTypes)
    .flatMap((mediaType) => Object.values(exampleValues(mediaType)));
  return new Map((examples as ProblemExample[]).map(({ code, title }) => [code, title]));
}

function mediaTypes({ content = {} }: Body): MediaType[] {
  return Object.values(content);
}

function exampleValues(mediaType: MediaType | undefined): Record<string, unknown> {
  const examples = Object.entries(mediaType?.examples ?? {});
  return Object.fromEntries(examples.map(([name, example]) => [name, example.value]));
}
