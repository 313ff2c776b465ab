import { type HttpMethod, isHttpMethod } from './http-method.ts';
import { formatPointer } from './json-pointer.ts';
import type {
  HeaderObject,
  OpenApiDocument,
  OperationObject,
  ParameterLocation,
  ParameterObject,
  PathItemObject,
  RequestBodyObject,
  ResponseObject,
  SecurityRequirementObject,
} from './openapi-document.ts';
import { resolve } from './references.ts';

/** An operation of a document with its references resolved. */
export interface DescribedOperation {
  readonly path: string;
  readonly method: HttpMethod;
  /** Undefined if the document does not name the operation. */
  readonly operationId: string | undefined;
  /** As it is written. */
  readonly pathItem: PathItemObject;
  /** As it is written. */
  readonly operation: OperationObject;
  /** The parameters of the path item, then those of the operation. */
  readonly parameters: readonly ParameterObject[];
  readonly requestBody: RequestBodyObject | undefined;
  /** By status, as it is written: `200`, but also `4XX` or `default`. */
  readonly responses: ReadonlyMap<string, ResponseObject>;
}

/** Returns the operations of a document, in its order. */
export function readOperations(document: OpenApiDocument): DescribedOperation[] {
  return operationsIn(document, document.paths);
}

/** Returns the requests that the webhooks of a document send. The path of each is the name of its webhook. */
export function readWebhooks(document: OpenApiDocument): DescribedOperation[] {
  return operationsIn(document, document.webhooks);
}

/**
 * Returns one operation of a document.
 *
 * @throws Error if the document does not have it.
 */
export function readOperation(
  document: OpenApiDocument,
  path: string,
  method: HttpMethod,
): DescribedOperation {
  const pathItem = resolve<PathItemObject | undefined>(document, document.paths?.[path]);
  const operation = pathItem?.[method];
  if (pathItem === undefined || operation === undefined) {
    throw new Error(
      `The document "${document.info.title}" has no operation ${method.toUpperCase()} ${path}.`,
    );
  }
  return describe(document, path, method, pathItem, operation);
}

/** Returns the JSON Pointer to an operation, as it is written. */
export function operationPointer({ path, method }: Pick<DescribedOperation, 'path' | 'method'>): string {
  return formatPointer(['paths', path, method]);
}

/** Returns the parameters that are sent in one location. */
export function parametersIn(
  { parameters }: Pick<DescribedOperation, 'parameters'>,
  location: ParameterLocation,
): ParameterObject[] {
  return parameters.filter((parameter) => parameter.in === location);
}

/** Whether servers read a parameter as a whole number. Only query parameters are; all others are strings. */
export function isIntegerParameter({ in: location, schema }: ParameterObject): boolean {
  return location === 'query' && schema?.type === 'integer';
}

/** The inputs of an operation: names in the order of the document. */
export interface OperationInputs {
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  /** The query parameters that are whole numbers; all other parameters are strings. */
  readonly integerParameters: readonly string[];
  /** In the spelling of the document, although HTTP ignores the case of header names. */
  readonly headerParameters: readonly string[];
  readonly requestBody: 'required' | 'optional' | 'none';
}

/** Returns what an operation takes, as the operation table lists it. */
export function operationInputs(described: DescribedOperation): OperationInputs {
  const { parameters, requestBody } = described;
  return {
    pathParameters: parametersIn(described, 'path').map(({ name }) => name),
    queryParameters: parametersIn(described, 'query').map(({ name }) => name),
    integerParameters: parameters.filter(isIntegerParameter).map(({ name }) => name),
    headerParameters: parametersIn(described, 'header').map(({ name }) => name),
    requestBody: requestBody === undefined ? 'none' : requestBody.required ? 'required' : 'optional',
  };
}

/** Returns the headers that a response declares, by their names. */
export function responseHeaders(
  document: OpenApiDocument,
  { headers = {} }: ResponseObject,
): Readonly<Record<string, HeaderObject>> {
  const resolved = Object.entries(headers).map(([name, header]) => [name, resolve(document, header)]);
  return Object.fromEntries(resolved);
}

/** Returns the security requirements of an operation, of which a caller must satisfy one. Empty if there are none. */
export function securityRequirements(
  document: OpenApiDocument,
  { security }: OperationObject,
): readonly SecurityRequirementObject[] {
  return security ?? document.security ?? [];
}

function operationsIn(
  document: OpenApiDocument,
  items: Readonly<Record<string, PathItemObject>> | undefined,
): DescribedOperation[] {
  return Object.entries(items ?? {}).flatMap(([path, item]) => {
    const pathItem = resolve<PathItemObject>(document, item);
    const methods = Object.keys(pathItem).filter(isHttpMethod);
    return methods.map((method) =>
      describe(document, path, method, pathItem, pathItem[method] as OperationObject),
    );
  });
}

function describe(
  document: OpenApiDocument,
  path: string,
  method: HttpMethod,
  pathItem: PathItemObject,
  operation: OperationObject,
): DescribedOperation {
  const { operationId, requestBody, responses = {} } = operation;
  return {
    path,
    method,
    operationId,
    pathItem,
    operation,
    parameters: mergedParameters(document, pathItem, operation),
    requestBody: resolve<RequestBodyObject | undefined>(document, requestBody),
    responses: new Map(
      Object.entries(responses).map(([status, response]) => [
        status,
        resolve<ResponseObject>(document, response),
      ]),
    ),
  };
}

/** An operation may redefine a parameter of its path item. */
function mergedParameters(
  document: OpenApiDocument,
  pathItem: PathItemObject,
  operation: OperationObject,
): ParameterObject[] {
  const written = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])];
  const merged = new Map<string, ParameterObject>();
  for (const reference of written) {
    const parameter = resolve<ParameterObject>(document, reference);
    merged.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...merged.values()];
}
