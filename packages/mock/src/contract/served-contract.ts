import type { OpenApiDocument } from '@penstock/contract/reader';
import type { Contract, Operation } from '@penstock/server/contracts';
import type { MockOperation } from './operations.ts';

/** The server groups operations by surface. The mock serves all its documents as one. */
export const SURFACE = 'management';

/**
 * Describes operations to `@penstock/server`: as the contract has them, with `Prefer`, and with the problems that the
 * server sends by itself, which a document of another author may lack. The server checks statuses and the names of
 * headers; bodies and values of responses are those of the examples.
 */
export function servedContract(operations: readonly MockOperation[]): Contract {
  // The first of two documents wins.
  const byId = new Map(operations.toReversed().map((operation) => [servedId(operation), operation]));
  const served = [...byId.values()].reverse();
  return {
    operations: served.map(servedOperation),
    securitySchemes: {
      basic: { surface: SURFACE, scheme: 'basic' },
      bearer: { surface: SURFACE, scheme: 'bearer' },
    },
    document: () => outlineOf(served),
    validators: ({ operationId }) => byId.get(operationId)?.validators,
  };
}

/** Unique over all documents, unlike an operationId. */
export function servedId({ method, path }: MockOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

function servedOperation(operation: MockOperation): Operation {
  const { method, path, name, schemes, responses, requestBody } = operation;
  const { pathParameters, queryParameters, integerParameters, headerParameters } = operation;
  return {
    operationId: servedId(operation),
    surface: SURFACE,
    method,
    path,
    tag: '',
    summary: name,
    security: schemes,
    stability: 'stable',
    idempotency: method === 'get' ? 'safe' : 'none',
    statuses: [...responses.keys()],
    pathParameters,
    queryParameters,
    integerParameters,
    headerParameters: [...headerParameters, 'Prefer'],
    requestBody,
  };
}

/** A document with the statuses, media types and headers of all responses, and no schemas. */
function outlineOf(operations: readonly MockOperation[]): OpenApiDocument {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const paths = [...byPath].map(([path, ofPath]) => [
    path,
    Object.fromEntries(
      ofPath.map((operation) => [operation.method, { responses: outlineResponses(operation) }]),
    ),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Outline', version: '0' },
    paths: Object.fromEntries(paths),
    components: {},
  };
}

/** The problems that the server and the handlers send by themselves. */
const PROBLEM_STATUSES = [400, 401, 404, 405, 412, 413, 415, 429, 500];
const PROBLEM_HEADERS = ['WWW-Authenticate', 'Allow', 'Retry-After'];

function outlineResponses({ responses }: MockOperation): Record<string, object> {
  const problems = PROBLEM_STATUSES.map((status) => [
    status,
    outlineResponse('application/problem+json', PROBLEM_HEADERS),
  ]);
  const documented = [...responses].map(([status, { mediaType, headers }]) => [
    status,
    outlineResponse(mediaType, [...headers, ...PROBLEM_HEADERS, 'Preference-Applied']),
  ]);
  return Object.fromEntries([...problems, ...documented]);
}

function outlineResponse(mediaType: string | undefined, headers: readonly string[]): object {
  return {
    headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
    content: mediaType === undefined ? {} : { [jsonMediaType(mediaType)]: { schema: {} } },
  };
}

/** The server sends JSON and nothing else. */
function jsonMediaType(mediaType: string): string {
  return /^application\/([a-z.-]+\+)?json$/.test(mediaType) ? mediaType : 'application/json';
}
