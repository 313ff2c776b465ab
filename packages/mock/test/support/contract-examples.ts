import { type Operation, type OperationId, operations } from '@penstock/contract';
import { contractDocument, type OpenApiDocument } from '@penstock/contract/documents';
import { requestExamples, responseExamples } from '@penstock/contract/examples';

/*
 * What the contract's examples say about an operation: a request that it accepts and the answers that it gives.
 */

// Read once: the package parses its document anew for every question, since its users may write into it.
export const DOCUMENTS = {
  management: contractDocument('management'),
  observability: contractDocument('observability'),
};

const knownExamples = new Map<string, Record<string, unknown>>();

/** The examples of the answers of an operation with that status, by name. */
export function answerExamples(id: OperationId, status: number): Record<string, unknown> {
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

/** A request made of the contract's examples: path parameters, credentials and the first request body. */
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

/** The value of `Allow` for the path of the operation. */
export function allowOf(id: OperationId): string {
  const methods = methodsOf(id);
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...methods, ...head, 'OPTIONS'].sort().join(', ');
}

/** Methods that the path of the operation does not have. */
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

/** The schema of the body that an operation answers with; its references are into the document of the surface. */
export function answerSchema(id: OperationId, status: number): object {
  return answerContent(id, status)?.schema ?? {};
}

/** The names of the properties that are only ever sent. */
export function writeOnlyProperties(): string[] {
  return Object.values(DOCUMENTS).flatMap(({ components }) => namesBelow(components.schemas));
}

interface Content {
  readonly schema: object;
}
interface Message {
  readonly content: Readonly<Record<string, Content>>;
}
interface Definition {
  readonly responses: Readonly<Record<string, Message | { readonly $ref: string }>>;
}

function definition(id: OperationId): Definition {
  const { surface, path, method } = operations[id];
  return DOCUMENTS[surface].paths[path]?.[method] as Definition;
}

function answerContent(id: OperationId, status: number): Content | undefined {
  const response = resolved(DOCUMENTS[operations[id].surface], definition(id).responses[status]);
  return Object.values(response?.content ?? {})[0];
}

function resolved(document: OpenApiDocument, message: Message | { readonly $ref: string } | undefined) {
  if (message === undefined || !('$ref' in message)) return message;
  const name = message.$ref.split('/').at(-1) ?? '';
  return document.components.responses?.[name] as Message | undefined;
}

/** The value of a path parameter in the examples of the contract. */
export function parameterExample(surface: Operation['surface'], name: string): string {
  const { parameters = {} } = DOCUMENTS[surface].components;
  const parameter = Object.values(parameters as Record<string, { name: string; example: unknown }>).find(
    (candidate) => candidate.name === name,
  );
  return String(parameter?.example);
}

function namesBelow(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    (inner as { writeOnly?: unknown } | null)?.writeOnly === true ? [name] : namesBelow(inner),
  );
}
