import { contractDocument } from './documents.ts';
import { operations } from './generated/operations.ts';
import type { Operation, OperationId } from './operation.ts';

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

interface DescribedOperation {
  readonly requestBody?: Message;
  readonly responses?: Readonly<Record<string, Message>>;
}

function described(operationId: OperationId): DescribedOperation {
  const { surface, path, method }: Operation = operations[operationId];
  const document = contractDocument(surface);
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
  return Object.fromEntries(examples.map(([name, { value }]) => [name, value]));
}
