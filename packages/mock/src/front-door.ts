import type { IncomingMessage } from 'node:http';
import { type Operation, operations, securitySchemes } from '@penstock/contract';
import { type MockAnswer, NoSuchExample, type Prism, VALIDATION_FAILED } from './prism.ts';
import { fitsQuery } from './query.ts';
import { type BodyProblem, type ReadBody, readJsonBody } from './request-body.ts';
import type { Route } from './routes.ts';

type Answerer = (request: IncomingMessage) => Promise<MockAnswer>;

/**
 * Answers what Prism would not answer, or not as the contract says: unknown paths, other methods, missing credentials,
 * unknown and malformed query parameters, bodies that are missing or cannot be read. In the order in which the reference server checks.
 */
export function createFrontDoor(prism: Prism, routes: readonly Route[]): Answerer {
  return async (request) => {
    const target = request.url ?? '/';
    const { path, query } = targetOf(target);
    const route = routes.find(({ matches }) => matches(path));
    if (route === undefined) return prism.example(operations.getPipe, 404, 'path_not_found');
    if (request.method === 'OPTIONS')
      return { status: 204, headers: { allow: route.allow }, body: undefined };

    const operation = route.operation(request.method ?? '');
    if (operation === undefined) return methodNotAllowed(prism, route);
    if (!hasCredentials(request, operation)) return unauthenticated(prism, operation);
    if (hasUnknownParameter(query, operation))
      return prism.example(operation, 400, 'unknown_parameter', 'validation_failed');
    if (!isDecodable(target) || !fitsQuery(query, operation))
      return prism.example(operation, 400, ...VALIDATION_FAILED);

    const read = await bodyOf(request, operation);
    if ('problem' in read) return prism.example(operation, STATUS_OF[read.problem], read.problem);
    const known = { method: operation.method, path, query: Object.fromEntries(query), body: read.body };
    try {
      return withoutReplay(await prism.answer({ ...known, headers: forwardedHeaders(request) }));
    } catch (error) {
      if (error instanceof NoSuchExample) return preferenceRefused(prism, operation, error);
      throw error;
    }
  };
}

function bodyOf(request: IncomingMessage, { requestBody }: Operation): ReadBody | Promise<ReadBody> {
  return requestBody === 'none' ? { body: undefined } : readJsonBody(request, requestBody === 'required');
}

const STATUS_OF: Readonly<Record<BodyProblem, number>> = {
  malformed_json: 400,
  validation_failed: 400,
  body_too_large: 413,
  unsupported_media_type: 415,
};

function targetOf(url: string): { path: string; query: URLSearchParams } {
  const start = url.indexOf('?');
  if (start === -1) return { path: url, query: new URLSearchParams() };
  return { path: url.slice(0, start), query: new URLSearchParams(url.slice(start)) };
}

async function methodNotAllowed(prism: Prism, { allow, operations: [first] }: Route): Promise<MockAnswer> {
  const answer = await prism.example(first, 405, 'method_not_allowed');
  return withHeader(answer, 'allow', allow);
}

/** The one problem that is of the mock itself, in the shape of the contract. */
async function preferenceRefused(
  prism: Prism,
  operation: Operation,
  { message }: Error,
): Promise<MockAnswer> {
  const { body, ...answer } = await prism.example(operation, 400, ...VALIDATION_FAILED);
  const errors = [{ parameter: 'Prefer', code: 'invalid', message }];
  const detail = 'The mock has no such example. Compare the Prefer header with the contract.';
  return { ...answer, body: { ...(body as object), detail, errors } };
}

/** Any credential of the right scheme will do: the mock has no users. */
function hasCredentials({ headers }: IncomingMessage, operation: Operation): boolean {
  const scheme = headers.authorization?.split(' ', 1)[0]?.toLowerCase();
  return operation.security.length === 0 || scheme === schemeOf(operation);
}

/** One response component serves both surfaces, so its example names the scheme of one of them. */
async function unauthenticated(prism: Prism, operation: Operation): Promise<MockAnswer> {
  const answer = await prism.example(operation, 401, 'unauthenticated');
  return schemeOf(operation) === 'basic'
    ? answer
    : withHeader(answer, 'www-authenticate', 'Bearer realm="penstock"');
}

function schemeOf(operation: Operation): string | undefined {
  const name = operation.security[0] as keyof typeof securitySchemes | undefined;
  return name === undefined ? undefined : securitySchemes[name].scheme;
}

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

function hasUnknownParameter(query: URLSearchParams, operation: Operation): boolean {
  return [...query.keys()].some((name) => !operation.queryParameters.includes(name));
}

/** Without `Accept`, for which Prism would refuse a problem to a caller that only names application/json. */
function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { accept: _, ...rest } = headers;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
}

/** Prism sends every header that is declared; this one would say that the request was seen before. */
function withoutReplay(answer: MockAnswer): MockAnswer {
  const { 'idempotency-replayed': _, ...headers } = answer.headers;
  return { ...answer, headers };
}

function withHeader(answer: MockAnswer, name: string, value: string): MockAnswer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}
