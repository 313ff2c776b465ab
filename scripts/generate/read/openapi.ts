/** The parts of an OpenAPI 3.1 document that the generators read. The linter has proven their shape. */
export interface OpenApiDocument {
  openapi: string;
  paths?: Record<string, PathItem | Reference>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    requestBodies?: Record<string, RequestBody>;
    securitySchemes?: Record<string, SecurityScheme | Reference>;
  };
  security?: SecurityRequirement[];
  tags?: { name: string; description?: string }[];
}

export interface Reference {
  $ref: string;
}

export type PathItem = Partial<Record<HttpMethod, OperationObject>> & {
  parameters?: (Parameter | Reference)[];
};

export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody | Reference;
  responses?: Record<string, Response | Reference>;
  security?: SecurityRequirement[];
  'x-stability'?: unknown;
  'x-idempotency'?: unknown;
  deprecated?: boolean;
}

export interface Response {
  headers?: Record<string, { required?: boolean } | Reference>;
  content?: Record<string, MediaType>;
}

interface MediaType {
  schema?: Schema | Reference;
  examples?: Record<string, { value?: unknown }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema?: Schema;
  description?: string;
  example?: unknown;
}

export interface RequestBody {
  required?: boolean;
  content?: Record<string, MediaType>;
}

export interface Schema {
  title?: string;
  description?: string;
  type?: unknown;
  format?: string;
  writeOnly?: boolean;
  properties?: Record<string, Schema | Reference | boolean>;
  patternProperties?: Record<string, Schema | Reference | boolean>;
  additionalProperties?: Schema | Reference | boolean;
  items?: Schema | Reference | boolean;
  allOf?: (Schema | Reference | boolean)[];
  'x-extensible-enum'?: unknown;
}

export interface SecurityScheme {
  type: string;
  scheme?: string;
  description?: string;
}

type SecurityRequirement = Record<string, string[]>;

export const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export type HttpMethod = (typeof HTTP_METHODS)[number];

/** Follows a `#/…` reference of a bundle, which has no other kind. */
export function resolve<T extends object>(document: OpenApiDocument, node: T | Reference): T {
  if (!('$ref' in node)) return node;
  const [, ...segments] = node.$ref.split('/').map(unescapePointer);
  let target: unknown = document;
  for (const segment of segments) target = (target as Record<string, unknown> | undefined)?.[segment];
  if (typeof target !== 'object' || target === null) throw new Error(`${node.$ref} is not in the bundle`);
  return resolve(document, target as T | Reference);
}

/** `/v1/pipes` is `~1v1~1pipes` inside a JSON pointer. */
export function escapePointer(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The reverse of {@link escapePointer}; references in URL form may be percent-encoded too. */
export function unescapePointer(segment: string): string {
  return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
}
