import type { Bundle } from './bundle.ts';
import { refuseMistakes } from './mistakes.ts';
import {
  HTTP_METHODS,
  type HttpMethod,
  type OperationObject,
  type Parameter,
  type PathItem,
  resolve,
} from './openapi.ts';
import { operationMistakes } from './operation-rules.ts';
import type { Surface } from './surfaces.ts';

/** An operation as the generators need it: inherited values filled in, references followed. */
export interface Operation {
  id: string;
  surface: Surface;
  method: HttpMethod;
  path: string;
  tag: string;
  summary: string;
  description: string | undefined;
  security: string[];
  stability: string;
  idempotency: string;
  statuses: number[];
  pathParameters: string[];
  queryParameters: string[];
  requestBody: 'required' | 'optional' | 'none';
}

/** An operation as it is written, with where it stands. */
export interface WrittenOperation {
  bundle: Bundle;
  path: string;
  method: HttpMethod;
  pathItem: PathItem;
  operation: OperationObject;
}

/** Reads the operations of all documents in their order; every mistake in them is reported at once. */
export async function readOperations(bundles: Bundle[]): Promise<Operation[]> {
  const written = bundles.flatMap(writtenOperations);
  await refuseMistakes(operationMistakes(written));
  return written.map(toOperation);
}

/** The operations of one document, in its order. */
export function writtenOperations(bundle: Bundle): WrittenOperation[] {
  return Object.entries(bundle.document.paths ?? {}).flatMap(([path, reference]) => {
    const pathItem = resolve(bundle.document, reference);
    // The order in the file, not the order of HTTP_METHODS.
    return Object.keys(pathItem).flatMap((key) => {
      const method = HTTP_METHODS.find((name) => name === key);
      const operation = method && pathItem[method];
      return operation ? [{ bundle, path, method, pathItem, operation }] : [];
    });
  });
}

function toOperation({ bundle, path, method, pathItem, operation }: WrittenOperation): Operation {
  const security = operation.security ?? bundle.document.security ?? [];
  const parameters = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolve(bundle.document, parameter),
  );
  return {
    id: operation.operationId,
    surface: bundle.surface,
    method,
    path,
    tag: operation.tags?.[0] ?? '',
    summary: operation.summary ?? '',
    description: operation.description,
    security: [...new Set(security.flatMap((requirement) => Object.keys(requirement)))],
    stability: String(operation['x-stability']),
    idempotency: String(operation['x-idempotency']),
    statuses: Object.keys(operation.responses ?? {}).map(Number),
    pathParameters: parameterNames(parameters, 'path'),
    queryParameters: parameterNames(parameters, 'query'),
    requestBody: requestBody(bundle, operation),
  };
}

function parameterNames(parameters: Parameter[], place: Parameter['in']): string[] {
  const names = parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  // An operation may redefine a parameter of its path item.
  return [...new Set(names)];
}

function requestBody(bundle: Bundle, operation: OperationObject): Operation['requestBody'] {
  if (!operation.requestBody) return 'none';
  return resolve(bundle.document, operation.requestBody).required ? 'required' : 'optional';
}
