import { readFileSync } from 'node:fs';
import { contractDocument, type OpenApiDocument } from './documents.ts';
import { operations } from './generated/operations.ts';
import type { Operation, OperationId, Surface } from './operation.ts';

interface Message {
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
  >;
}

/** The values of the request examples of an operation, by the names that the contract gives them. For Node. */
export function requestExamples(operationId: OperationId): Record<string, unknown> {
  return examplesOf(described(operationId).requestBody);
}

/** The values of the examples of one of its answers, by name. A status that is not declared has none. */
export function responseExamples(operationId: OperationId, status: number): Record<string, unknown> {
  return examplesOf(described(operationId).responses?.[status]);
}

/** A request body that every server must refuse, and how. */
export interface InvalidExample {
  /** What is wrong with it, in words. */
  readonly summary: string;
  /** Whether its schema tells, or only a rule of the server. */
  readonly rejectedBy: 'schema' | 'rule';
  readonly status: number;
  readonly code: string;
  /** Entries that the answer must have; it may have more. */
  readonly errors: readonly { readonly pointer: string; readonly code: string }[];
  readonly body: unknown;
}

/** The bodies that an operation must refuse, by the names of their cases. */
export function invalidExamples(operationId: OperationId): Record<string, InvalidExample> {
  const file = new URL('../openapi/invalid-examples.json', import.meta.url);
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, InvalidExample>>;
  return all[operationId] ?? {};
}

interface DescribedOperation {
  readonly requestBody?: Message;
  readonly responses?: Readonly<Record<string, Message>>;
}

/** Parsed once: a document has hundreds of kilobytes, and examples are asked for one by one. */
const documents = new Map<Surface, OpenApiDocument>();

function documentOf(surface: Surface): OpenApiDocument {
  const document = documents.get(surface) ?? contractDocument(surface);
  documents.set(surface, document);
  return document;
}

function described(operationId: OperationId): DescribedOperation {
  const { surface, path, method }: Operation = operations[operationId];
  const document = documentOf(surface);
  const operation = document.paths[path]?.[method] as DescribedOperation;
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => [
    status,
    resolved(document.components.responses, response),
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
}

/** A bundle names shared responses by `#/components/responses/Name`. */
function resolved(components: Readonly<Record<string, unknown>> | undefined, response: unknown): unknown {
  const { $ref } = response as { $ref?: string };
  return $ref === undefined ? response : components?.[$ref.slice($ref.lastIndexOf('/') + 1)];
}

function examplesOf(message: Message | undefined): Record<string, unknown> {
  const examples = Object.values(message?.content ?? {}).flatMap((media) =>
    Object.entries(media.examples ?? {}),
  );
  // Copies, so that a caller may change what it got.
  return Object.fromEntries(examples.map(([name, { value }]) => [name, structuredClone(value)]));
}
