import { type Operation, type OperationId, operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { requestExamples, responseExamples } from '@penstock/contract/examples';
import { type ParameterObject, resolve } from '@penstock/contract/reader';

/*
 * The examples that the contract has for an operation: a valid request and its responses.
 */

// Parsed once: the package parses a document at each call, because callers may change it.
const DOCUMENTS = {
  management: contractDocument('management'),
  observability: contractDocument('observability'),
};

const knownExamples = new Map<string, Record<string, unknown>>();

/** Returns the response examples of an operation with that status, by name. */
export function exampleResponses(id: OperationId, status: number): Record<string, unknown> {
  const key = `${id} ${status}`;
  const examples = knownExamples.get(key) ?? responseExamples(id, status);
  knownExamples.set(key, examples);
  return examples;
}

export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Returns a valid request: path parameters, credentials and the first request body of the contract. */
export function exampleRequest(id: OperationId): ExampleRequest {
  const { method, path, surface }: Operation = operations[id];
  const [body] = Object.values(requestExamples(id));
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => parameterExample(surface, name)),
    headers: {
      authorization: surface === 'management' ? 'Basic a2V5OnNlY3JldA==' : 'Bearer token',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

/** Returns the value of `Allow` for the path of the operation. */
export function allowOf(id: OperationId): string {
  const methods = methodsOf(id);
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...methods, ...head, 'OPTIONS'].sort().join(', ');
}

/** Returns methods that the path of the operation does not have. */
export function otherMethods(id: OperationId): string[] {
  const methods = methodsOf(id);
  return ['DELETE', 'PATCH', 'POST', 'PUT'].filter((method) => !methods.includes(method));
}

function methodsOf(id: OperationId): string[] {
  const { path } = operations[id];
  return Object.values<Operation>(operations)
    .filter((operation) => operation.path === path)
    .map(({ method }) => method.toUpperCase());
}

/** Returns the example value of a path parameter. */
export function parameterExample(surface: Operation['surface'], name: string): string {
  const document = DOCUMENTS[surface];
  const parameters = Object.values(document.components.parameters ?? {});
  const found = parameters
    .map((written) => resolve<ParameterObject>(document, written))
    .find((parameter) => parameter.name === name);
  return String(found?.example);
}

/** Returns the names of all write-only properties. */
export function writeOnlyProperties(): string[] {
  return Object.values(DOCUMENTS).flatMap(({ components }) => writeOnlyNames(components.schemas));
}

function writeOnlyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    (inner as { writeOnly?: unknown } | null)?.writeOnly === true ? [name] : writeOnlyNames(inner),
  );
}
