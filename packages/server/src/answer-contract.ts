import type { Contract, OpenApiDocument, Operation } from './contract.ts';
import { describedOperation, resolveReference } from './path-document.ts';

/** What an operation declares for one status. */
export interface AnswerContract {
  /** Undefined if the answer has no body. */
  readonly mediaType: string | undefined;
  /** Lower case. */
  readonly headers: ReadonlySet<string>;
  /** Lower case. */
  readonly requiredHeaders: readonly string[];
}

export interface AnswerContracts {
  of(operation: Operation): ReadonlyMap<number, AnswerContract>;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Reads statuses, media types and headers of every operation from the document, once. */
export function readAnswerContracts(contract: Contract): AnswerContracts {
  const documents = new Map<string, OpenApiDocument>();
  const answers = new Map<string, ReadonlyMap<number, AnswerContract>>();
  for (const operation of contract.operations) {
    const document = documents.get(operation.surface) ?? contract.document(operation.surface);
    documents.set(operation.surface, document);
    answers.set(operation.operationId, answersOf(document, operation));
  }
  return { of: (operation) => answers.get(operation.operationId) ?? new Map() };
}

function answersOf(document: OpenApiDocument, operation: Operation): ReadonlyMap<number, AnswerContract> {
  const { responses } = describedOperation(document, operation);
  return new Map(
    Object.entries(responses).map(([status, response]) => [
      Number(status),
      answerContract(document, resolveReference(document, response) as ResponseObject),
    ]),
  );
}

function answerContract(document: OpenApiDocument, response: ResponseObject): AnswerContract {
  const headers = Object.entries(response.headers ?? {});
  const required = headers.filter(
    ([, header]) => (resolveReference(document, header) as { required?: boolean }).required === true,
  );
  return {
    mediaType: Object.keys(response.content ?? {})[0],
    headers: new Set(headers.map(([name]) => name.toLowerCase())),
    requiredHeaders: required.map(([name]) => name.toLowerCase()),
  };
}
