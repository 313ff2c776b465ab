/** The parts of an OpenAPI 3 document that this package reads itself. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info?: { readonly version?: unknown };
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly security?: SecurityRequirements;
  readonly components?: unknown;
}

type SecurityRequirements = readonly Readonly<Record<string, readonly string[]>>[];

export type PathItem = { readonly parameters?: readonly unknown[] } & {
  readonly [method in Method]?: OperationObject;
};

export interface OperationObject {
  readonly operationId?: unknown;
  readonly parameters?: readonly unknown[];
  readonly security?: SecurityRequirements;
  readonly [extension: `x-${string}`]: unknown;
}

export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const;

type Method = (typeof METHODS)[number];

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
