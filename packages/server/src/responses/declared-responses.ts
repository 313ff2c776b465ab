import type { Contract, OpenApiDocument, Operation, Surface } from '../contract.ts';
import { describedOperation, resolveReference } from '../path-document.ts';
import { compileHeaderCheck, type HeaderCheck } from './header-check.ts';
import { createShapeCompiler, type FindUndeclared } from './undeclared-properties.ts';

/** What an operation declares for one status. */
export interface DeclaredResponse {
  /** Undefined if the answer has no body. */
  readonly mediaType: string | undefined;
  /** The check of each, by name in lower case. */
  readonly headers: ReadonlyMap<string, HeaderCheck>;
  /** In lower case. */
  readonly requiredHeaders: readonly string[];
  readonly findUndeclared: FindUndeclared;
}

export interface DeclaredResponses {
  of(operation: Operation): ReadonlyMap<number, DeclaredResponse>;
  /** Any operation that has this answer: the problem of a request that reached none has to fit, too. */
  operationWith(status: number): Operation | undefined;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

/**
 * Reads statuses, media types, headers and shapes of all answers from the documents, once.
 *
 * @throws Error if an operation does not declare what the server itself answers with, or declares what the server
 * cannot check.
 */
export function readDeclaredResponses(contract: Contract): DeclaredResponses {
  const readers = new Map<Surface, (operation: Operation) => ReadonlyMap<number, DeclaredResponse>>();
  const answers = new Map<string, ReadonlyMap<number, DeclaredResponse>>();
  for (const operation of contract.operations) {
    const read = readers.get(operation.surface) ?? createReader(contract.document(operation.surface));
    readers.set(operation.surface, read);
    answers.set(operation.operationId, read(operation));
  }
  const of = (operation: Operation) => answers.get(operation.operationId) ?? new Map();
  return {
    of,
    operationWith: (status) => contract.operations.find((operation) => of(operation).has(status)),
  };
}

function createReader(document: OpenApiDocument) {
  const compileShape = createShapeCompiler(document);

  function declaredResponse(place: string, { headers = {}, content = {} }: ResponseObject): DeclaredResponse {
    const [mediaType, ...others] = Object.keys(content);
    if (others.length > 0 || (mediaType !== undefined && !JSON_MEDIA_TYPE.test(mediaType)))
      throw startError(`${place} is not one kind of JSON`);
    const schema = mediaType === undefined ? {} : content[mediaType]?.schema;
    return {
      mediaType,
      headers: new Map(
        Object.entries(headers).map(([name, header]) => [
          name.toLowerCase(),
          compileHeaderCheck(document, name, header),
        ]),
      ),
      requiredHeaders: Object.keys(headers)
        .filter((name) => isRequired(headers[name]))
        .map((name) => name.toLowerCase()),
      findUndeclared: compileShape(schema ?? {}),
    };
  }

  function isRequired(header: unknown): boolean {
    return (resolveReference(document, header) as { required?: boolean }).required === true;
  }

  return (operation: Operation): ReadonlyMap<number, DeclaredResponse> => {
    const { responses } = describedOperation(document, operation);
    const answers = Object.entries(responses).map(([status, response]): [number, DeclaredResponse] => [
      Number(status),
      declaredResponse(
        `the ${status} answer of ${operation.operationId}`,
        resolveReference(document, response) as ResponseObject,
      ),
    ]);
    return withServerResponses(operation, new Map(answers));
  };
}

const JSON_MEDIA_TYPE = /^application\/([a-z.-]+\+)?json$/;

/** What the server answers with by itself, before and after the handler; see pipeline-problems.ts. */
const SERVER_STATUSES = [400, 401, 405, 429, 500];
const BODY_STATUSES = [413, 415];

function withServerResponses<Answers extends ReadonlyMap<number, DeclaredResponse>>(
  { operationId, requestBody }: Operation,
  answers: Answers,
): Answers {
  const needed = requestBody === 'none' ? SERVER_STATUSES : [...SERVER_STATUSES, ...BODY_STATUSES];
  const missing = needed.filter((status) => !answers.has(status));
  if (missing.length === 0) return answers;
  throw startError(
    `${operationId} does not declare ${missing.join(', ')}, although the server can answer with it`,
  );
}

function startError(reason: string): Error {
  return new Error(`The server cannot start: ${reason}.`);
}
