import type { Express } from 'express';
import {
  type Contract,
  type OpenApiDocument,
  type Operation,
  type Surface,
  samplePath,
} from '../contract.ts';
import { ask, type InProcessRequest } from '../http/in-process.ts';
import { describedOperation, resolveReference } from '../path-document.ts';

/** What one operation is asked and answers before anybody asks it: the contract's own examples. */
export interface WarmUp {
  readonly operation: Operation;
  readonly request: InProcessRequest;
  /** As a handler returns it. */
  readonly answer: { readonly status: number; readonly body: unknown; readonly headers: object };
}

/** V8 compiles a function at its first call; after a few it has also seen what the values look like. */
const TIMES = 3;

/** Reads the rehearsals of all operations off the documents. An operation without examples has none. */
export function readWarmUps(contract: Contract): WarmUp[] {
  const documents = new Map<Surface, OpenApiDocument>();
  return contract.operations.flatMap((operation) => {
    const document = documents.get(operation.surface) ?? contract.document(operation.surface);
    documents.set(operation.surface, document);
    return warmUpOf(document, operation) ?? [];
  });
}

/**
 * Goes the whole road of every operation a few times, so that the first caller of each does not pay for what is
 * compiled lazily.
 *
 * @param app the routes and checks of the server, with handlers that return the answers, without authentication and limit.
 */
export async function warmUp(app: Express, warmUps: readonly WarmUp[]): Promise<void> {
  for (let time = 0; time < TIMES; time++) {
    for (const { request } of warmUps) await ask(app, request);
  }
}

interface Described {
  readonly name?: string;
  readonly in?: string;
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { readonly value?: unknown }>> }>
  >;
}

function warmUpOf(document: OpenApiDocument, operation: Operation): WarmUp | undefined {
  const { parameters, responses } = describedOperation(document, operation);
  const of = (reference: unknown) => (resolveReference(document, reference) ?? {}) as Described;
  const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
  if (success === undefined) return undefined;
  const { headers = {}, ...answer } = of(responses[success]);
  const values = Object.entries(headers).map(([name, header]) => [name, of(header).example]);
  const item = document.paths[operation.path]?.[operation.method] as { requestBody?: unknown };
  return {
    operation,
    request: requestTo(operation, parameters.map(of), exampleOf(of(item.requestBody))),
    answer: {
      status: Number(success),
      body: exampleOf(answer),
      headers: Object.fromEntries(values.filter(([name]) => name === 'ETag')),
    },
  };
}

function requestTo(operation: Operation, parameters: readonly Described[], body: unknown): InProcessRequest {
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
      operation.path as string,
    );
  const bare = { method: operation.method.toUpperCase(), path: samplePath({ path }) };
  if (body === undefined) return bare;
  return { ...bare, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function exampleOf({ content = {} }: Described): unknown {
  const [media] = Object.values(content);
  return Object.values(media?.examples ?? {})[0]?.value;
}
