import type { Bundle } from '../bundle/bundle.ts';
import { refuseMistakes } from '../diagnostics/bundle-diagnostics.ts';
import type { Surface } from '../surfaces.ts';
import {
  HTTP_METHODS,
  type HttpMethod,
  type OperationObject,
  type Parameter,
  type PathItem,
  resolve,
} from './openapi.ts';
import { operationMistakes } from './operation-rules.ts';

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
  integerParameters: string[];
  headerParameters: string[];
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

/** The operations of one document as they are written. */
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

function toOperation(written: WrittenOperation): Operation {
  const { bundle, path, method, operation } = written;
  const security = operation.security ?? bundle.document.security ?? [];
  const parameters = parametersOf(written);
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
    integerParameters: parameters.filter(isInteger).map(({ name }) => name),
    headerParameters: parameterNames(parameters, 'header'),
    requestBody: requestBody(bundle, operation),
  };
}

/** The parameters of an operation and its path item. */
export function parametersOf({ bundle, pathItem, operation }: WrittenOperation): Parameter[] {
  const written = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = written.map((parameter) => resolve(bundle.document, parameter));
  // An operation may redefine a parameter of its path item.
  return [
    ...new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
  ];
}

/** Whether a parameter is a whole number; in the query alone, because path and header are text for every server. */
export function isInteger({ in: place, schema }: Parameter): boolean {
  return place === 'query' && schema?.type === 'integer';
}

function parameterNames(parameters: Parameter[], place: Parameter['in']): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function requestBody(bundle: Bundle, operation: OperationObject): Operation['requestBody'] {
  if (!operation.requestBody) return 'none';
  return resolve(bundle.document, operation.requestBody).required ? 'required' : 'optional';
}
