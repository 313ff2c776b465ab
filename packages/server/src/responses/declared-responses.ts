import {
  type OpenApiDocument,
  type ResponseObject,
  readOperation,
  responseHeaders,
} from '@penstock/contract/reader';
import { ComposedSchemaError, type CopyDeclared, createCopyCompiler } from '@penstock/contract/responses';
import type { ValidateHeaders } from '@penstock/contract/validators';
import type { Contract, Operation, Surface } from '../contract.ts';
import { SERVER_OWNED } from './response-headers.ts';

/** The declared response of an operation for one status. */
export interface DeclaredResponse {
  /** Undefined if the response has no body. */
  readonly mediaType: string | undefined;
  /** The names of the headers, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Those that handlers set, in lower case. */
  readonly settableHeaders: ReadonlySet<string>;
  /** Generated with the contract. Accepts every header if the contract has no validator for them. */
  readonly validateHeaders: ValidateHeaders;
  /** Generated with the contract, or compiled from its document. */
  readonly copyDeclared: CopyDeclared;
}

export interface DeclaredResponses {
  of(operation: Operation): ReadonlyMap<number, DeclaredResponse>;
  /** Any operation with this status. It describes the problem of a request that reached no operation. */
  operationWith(status: number): Operation | undefined;
}

/**
 * Reads the statuses, media types, headers and schemas of all responses from the documents, once.
 *
 * @throws Error if an operation does not declare a status that the server itself sends, or declares something that the
 * server cannot check.
 */
export function readDeclaredResponses(contract: Contract): DeclaredResponses {
  const readers = new Map<Surface, (operation: Operation) => ReadonlyMap<number, DeclaredResponse>>();
  const declared = new Map<string, ReadonlyMap<number, DeclaredResponse>>();
  for (const operation of contract.operations) {
    const read = readers.get(operation.surface) ?? createReader(contract, operation.surface);
    readers.set(operation.surface, read);
    declared.set(operation.operationId, read(operation));
  }
  const of = (operation: Operation) => declared.get(operation.operationId) ?? new Map();
  return {
    of,
    operationWith: (status) => contract.operations.find((operation) => of(operation).has(status)),
  };
}

function createReader(contract: Contract, surface: Surface) {
  const document: OpenApiDocument = contract.document(surface);
  const compileCopy = createCopyCompiler(document);

  function declaredResponse(
    name: string,
    response: ResponseObject,
    validateHeaders: ValidateHeaders = acceptHeaders,
    generatedCopy: CopyDeclared | undefined,
  ): DeclaredResponse {
    const { content = {} } = response;
    const [mediaType, ...others] = Object.keys(content);
    if (others.length > 0 || (mediaType !== undefined && !JSON_MEDIA_TYPE.test(mediaType)))
      throw startError(`${name} must have one media type, and it must be JSON`);
    const headers = Object.keys(responseHeaders(document, response)).map((header) => header.toLowerCase());
    return {
      mediaType,
      headers: new Set(headers),
      settableHeaders: new Set(headers.filter((header) => !SERVER_OWNED.has(header))),
      validateHeaders,
      copyDeclared: generatedCopy ?? compiledCopy((mediaType && content[mediaType]?.schema) ?? {}, name),
    };
  }

  function compiledCopy(schema: unknown, name: string): CopyDeclared {
    try {
      return compileCopy(schema, name);
    } catch (error) {
      if (!(error instanceof ComposedSchemaError)) throw error;
      throw new Error(`The server cannot start: ${error.message}`, { cause: error });
    }
  }

  return (operation: Operation): ReadonlyMap<number, DeclaredResponse> => {
    const { responses } = readOperation(document, operation.path, operation.method);
    const validateHeaders = contract.validators(operation)?.responseHeaders;
    const copies = contract.responseCopies?.(operation);
    const declared = [...responses].map(([text, response]): [number, DeclaredResponse] => {
      const status = Number(text);
      const name = `the ${status} response of ${operation.operationId}`;
      return [status, declaredResponse(name, response, validateHeaders?.[status], copies?.[status])];
    });
    rejectMissingStatuses(operation, new Map(declared));
    return new Map(declared);
  };
}

const acceptHeaders: ValidateHeaders = () => [];

const JSON_MEDIA_TYPE = /^application\/([a-z.-]+\+)?json$/;

/** The statuses that the server itself sends, before and after the handler; see pipeline-problems.ts. */
const SERVER_STATUSES = [400, 401, 405, 429, 500];
const BODY_STATUSES = [413, 415];

function rejectMissingStatuses(
  { operationId, requestBody }: Operation,
  declared: ReadonlyMap<number, DeclaredResponse>,
): void {
  const needed = requestBody === 'none' ? SERVER_STATUSES : [...SERVER_STATUSES, ...BODY_STATUSES];
  const missing = needed.filter((status) => !declared.has(status));
  if (missing.length === 0) return;
  throw startError(
    `${operationId} does not declare ${missing.join(', ')}, although the server can respond with it`,
  );
}

function startError(reason: string): Error {
  return new Error(`The server cannot start: ${reason}.`);
}
