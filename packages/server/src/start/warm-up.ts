import {
  type MediaTypeObject,
  type OpenApiDocument,
  parametersIn,
  readOperation,
  responseHeaders,
} from '@penstock/contract/reader';
import type { Express } from 'express';
import { type Contract, type Operation, type Surface, samplePath } from '../contract.ts';
import { type InProcessRequest, sendInProcess } from '../http/in-process.ts';

/** A request to an operation and the response to it, taken from the examples of the contract. */
export interface WarmUp {
  readonly operation: Operation;
  readonly request: InProcessRequest;
  /** As a handler returns it. */
  readonly response: { readonly status: number; readonly body: unknown; readonly headers: object };
}

/** V8 compiles a function at its first call, and optimizes it after a few more. */
const TIMES = 3;

/** What V8 has compiled serves all servers of the process. */
const warm = new WeakSet<Operation>();

export function isWarm(operation: Operation): boolean {
  return warm.has(operation);
}

/** Reads the warm-up requests of all operations from the documents. Operations without examples have none. */
export function readWarmUps(contract: Contract): WarmUp[] {
  const documents = new Map<Surface, OpenApiDocument>();
  return contract.operations.flatMap((operation) => {
    const document = documents.get(operation.surface) ?? contract.document(operation.surface);
    documents.set(operation.surface, document);
    return warmUpOf(document, operation) ?? [];
  });
}

/**
 * Calls every operation a few times, so that the first caller does not wait for lazy compilation.
 *
 * @param app the routes and checks of the server, with handlers that return the examples, without authentication and
 * rate limit.
 */
export async function warmUp(app: Express, warmUps: readonly WarmUp[]): Promise<void> {
  for (let time = 0; time < TIMES; time++) {
    for (const { request } of warmUps) await sendInProcess(app, request);
  }
  for (const { operation } of warmUps) warm.add(operation);
}

function warmUpOf(document: OpenApiDocument, operation: Operation): WarmUp | undefined {
  const described = readOperation(document, operation.path, operation.method);
  const success = [...described.responses].find(([status]) => status.startsWith('2'));
  if (success === undefined) return undefined;
  const [status, response] = success;
  const headers = Object.entries(responseHeaders(document, response));
  const parameters = parametersIn(described, 'path');
  return {
    operation,
    request: requestTo(operation, parameters, exampleIn(described.requestBody?.content)),
    response: {
      status: Number(status),
      body: exampleIn(response.content),
      headers: Object.fromEntries(
        headers.filter(([name]) => name === 'ETag').map(([name, { example }]) => [name, example]),
      ),
    },
  };
}

function requestTo(
  operation: Operation,
  pathParameters: readonly { readonly name: string; readonly example?: unknown }[],
  body: unknown,
): InProcessRequest {
  const path = pathParameters.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    operation.path as string,
  );
  const request = { method: operation.method.toUpperCase(), path: samplePath({ path }) };
  if (body === undefined) return request;
  return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The first example of the first media type. */
function exampleIn(content: Readonly<Record<string, MediaTypeObject>> = {}): unknown {
  const [media] = Object.values(content);
  return Object.values(media?.examples ?? {})[0]?.value;
}
