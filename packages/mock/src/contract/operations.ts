import type { HttpMethod, Operation } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/documents';
import {
  type OperationPlace,
  operationPlaces,
  resolved,
  type WrittenMessage,
  type WrittenParameter,
} from './document.ts';
import { excerptOf } from './excerpt.ts';
import { createSchemas, type MessageSchemas } from './schemas.ts';

/** The facts that the contract's own table of operations has, too. */
type Facts = Pick<
  Operation,
  | 'method'
  | 'path'
  | 'pathParameters'
  | 'queryParameters'
  | 'integerParameters'
  | 'headerParameters'
  | 'requestBody'
>;

/** An operation as the mock serves it, read from the document itself, so that a changed document needs no generator. */
export interface MockedOperation extends Facts {
  /** Its operationId, or its method and path if it has none. */
  readonly name: string;
  /** The scheme of the `Authorization` header; undefined if anybody may call. */
  readonly scheme: string | undefined;
  /** The names of the examples of each status. */
  readonly examples: ReadonlyMap<number, readonly string[]>;
  readonly schemas: MessageSchemas;
  /** A document that has this operation and no other. */
  excerpt(): OpenApiDocument;
}

export function operationsOf(document: OpenApiDocument): MockedOperation[] {
  const schemasOf = createSchemas(document);
  return operationPlaces(document).map((place) => {
    const { path, method, operation } = place;
    const parameters = parametersOf(document, place);
    const named = (where: string) => parameters.filter((one) => one.in === where).map(({ name }) => name);
    const body = resolved<WrittenMessage | undefined>(document, operation.requestBody);
    const answers = Object.entries(operation.responses ?? {}).map(
      ([status, answer]) => [Number(status), resolved<WrittenMessage>(document, answer)] as const,
    );
    return {
      name: operation.operationId ?? `${method.toUpperCase()} ${path}`,
      method: method as HttpMethod,
      path: path as `/${string}`,
      scheme: schemeOf(document, place),
      pathParameters: named('path'),
      queryParameters: named('query'),
      integerParameters: parameters.filter(isInteger).map(({ name }) => name),
      headerParameters: named('header'),
      requestBody: body === undefined ? 'none' : body.required ? 'required' : 'optional',
      examples: new Map(answers.map(([status, answer]) => [status, exampleNames(answer)])),
      schemas: schemasOf(parameters, body, new Map(answers)),
      excerpt: () => excerptOf(document, place),
    };
  });
}

/** Those of the operation and of its path; an operation may redefine one of its path. */
function parametersOf(document: OpenApiDocument, { pathItem, operation }: OperationPlace) {
  const written = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = written.map((parameter) => resolved<WrittenParameter>(document, parameter));
  return [
    ...new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
  ];
}

function isInteger({ in: where, schema }: WrittenParameter): boolean {
  return where === 'query' && schema?.type === 'integer';
}

function schemeOf(document: OpenApiDocument, { operation }: OperationPlace): string | undefined {
  const security = operation.security ?? (document.security as typeof operation.security) ?? [];
  const [name] = Object.keys(security[0] ?? {});
  const scheme = resolved<{ scheme?: string }>(document, document.components?.securitySchemes?.[name ?? '']);
  return scheme?.scheme?.toLowerCase();
}

function exampleNames({ content = {} }: WrittenMessage): string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}
