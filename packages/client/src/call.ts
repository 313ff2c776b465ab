import { ApiPromise, type ParsedResponse } from './api-promise.ts';
import type { OutgoingRequest } from './attempt.ts';
import type { Connection } from './connection.ts';
import { InvalidArgumentError } from './errors.ts';
import type { ChangeOptions, CreateOptions } from './options.ts';
import { Page, PagePromise } from './page.ts';
import { isPathValue, pathValueMessage } from './path-values.ts';
import { type PageContent, readResponse } from './read-response.ts';
import type { ResourceOperation } from './resource.ts';

/**
 * Sends an operation with the arguments of its method: path values that the scope does not have, body or query, options.
 * Everything that differs between operations comes from the operation table.
 */
export function callOperation(
  connection: Connection,
  operation: ResourceOperation,
  values: readonly unknown[],
  cursor?: string,
): ApiPromise<unknown> {
  const parsed = sendOperation(connection, operation, [...values], cursor);
  if (operation.returns !== 'page' && operation.returns !== 'rows') return new ApiPromise(parsed);
  const getPage = (next: string) =>
    callOperation(connection, operation, values, next) as PagePromise<unknown>;
  const page = parsed.then((first) => ({ ...first, data: new Page(first.data as PageContent, getPage) }));
  return new PagePromise(page, operation);
}

/** Invalid arguments reject the promise, like every other error of a call. */
function sendOperation(
  { baseUrl, envelope, send }: Connection,
  operation: ResourceOperation,
  values: unknown[],
  cursor: string | undefined,
): Promise<ParsedResponse<unknown>> {
  try {
    const request = requestOf(baseUrl, operation, values, cursor);
    return send(request, (incoming) => readResponse(request, incoming, envelope, operation.returns));
  } catch (error) {
    return Promise.reject(error);
  }
}

function requestOf(
  baseUrl: string,
  operation: ResourceOperation,
  values: unknown[],
  cursor: string | undefined,
): OutgoingRequest {
  const { segments, idempotency, takes } = operation;
  let url = baseUrl;
  for (let index = 0; index < segments.length; index += 1) {
    const text = segments[index] as string;
    url += index % 2 === 0 ? text : pathValue(operation, text, values.shift());
  }
  let content = takes && values.shift();
  if (cursor) content = { ...(content as object), cursor };
  if (takes === 'query') url += queryOf(content);
  const options = (values.shift() ?? {}) as CreateOptions & ChangeOptions;
  const headers: Record<string, string> = {};
  let body: string | undefined;
  if (takes === 'body') {
    headers['content-type'] = 'application/json';
    body = jsonOf(operation, content);
  }
  if (idempotency === 'keyed') headers['idempotency-key'] = options.idempotencyKey ?? randomKey();
  if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
  return { ...operation, url, headers, body, repeatable: idempotency !== 'none', options };
}

function pathValue(operation: ResourceOperation, name: string, value: unknown): string {
  if (!isPathValue(value)) throw invalid(operation, pathValueMessage(name));
  return encodeURIComponent(value);
}

function queryOf(parameters: unknown): string {
  const given = Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function jsonOf(operation: ResourceOperation, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalid(operation, 'The body is not valid JSON.');
  }
}

/** Not `crypto.randomUUID`, which browsers have in secure contexts only. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

function invalid(operation: ResourceOperation, detail: string): InvalidArgumentError {
  return new InvalidArgumentError('invalid_argument', detail, operation);
}
