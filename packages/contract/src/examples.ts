import { readFileSync } from 'node:fs';
import { contractDocument, type OpenApiDocument } from './documents.ts';
import { operations } from './generated/operations.ts';
import type { Operation, OperationId, Surface } from './operation.ts';
import { type DescribedOperation, readOperation } from './reader/described-operation.ts';
import type { RequestBodyObject, ResponseObject } from './reader/openapi-document.ts';

/** Returns the request bodies in the examples of an operation, by the names of the examples. For Node. */
export function requestExamples(operationId: OperationId): Record<string, unknown> {
  return examplesOf(describe(operationId).requestBody);
}

/** Returns the bodies in the examples of a response, by the names of the examples. An undeclared status has none. */
export function responseExamples(operationId: OperationId, status: number): Record<string, unknown> {
  return examplesOf(describe(operationId).responses.get(String(status)));
}

/** A request body that every server must reject, and how. */
export interface InvalidExample {
  /** The error in the body. */
  readonly summary: string;
  /** Whether the schema is enough to reject the body, or only a rule of the server rejects it. */
  readonly rejectedBy: 'schema' | 'rule';
  readonly status: number;
  readonly code: string;
  /** Entries that the response must have; it may have more. */
  readonly errors: readonly { readonly pointer: string; readonly code: string }[];
  readonly body: unknown;
}

/** Returns the bodies that an operation must reject, by the names of their cases. */
export function invalidExamples(operationId: OperationId): Record<string, InvalidExample> {
  invalid ??= JSON.parse(
    readFileSync(new URL('../openapi/invalid-examples.json', import.meta.url), 'utf8'),
  ) as InvalidExamples;
  return structuredClone(invalid[operationId] ?? {});
}

type InvalidExamples = Readonly<Record<string, Record<string, InvalidExample>>>;

// Parsed once: these files have hundreds of kilobytes, and callers read examples one by one.
let invalid: InvalidExamples | undefined;
const documents = new Map<Surface, OpenApiDocument>();

function documentOf(surface: Surface): OpenApiDocument {
  const document = documents.get(surface) ?? contractDocument(surface);
  documents.set(surface, document);
  return document;
}

function describe(operationId: OperationId): DescribedOperation {
  const { surface, path, method }: Operation = operations[operationId];
  return readOperation(documentOf(surface), path, method);
}

function examplesOf(message: RequestBodyObject | ResponseObject | undefined): Record<string, unknown> {
  const examples = Object.values(message?.content ?? {}).flatMap((media) =>
    Object.entries(media.examples ?? {}),
  );
  // Copies, so that a caller may change them.
  return Object.fromEntries(examples.map(([name, { value }]) => [name, structuredClone(value)]));
}
