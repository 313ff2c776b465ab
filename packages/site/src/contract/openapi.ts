import type { OpenApiDocument } from '@penstock/contract/documents';

/** As much of the objects of OpenAPI 3.1 as the site reads. The documents were linted before they got here. */
export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema | Reference>>;
  readonly items?: Schema | Reference;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly 'x-decision'?: string | readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly 'x-decision'?: string | readonly string[];
}

export interface Header {
  readonly description: string;
  readonly example?: unknown;
}

export interface MediaType {
  readonly schema?: Schema | Reference;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
}

export interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body | Reference;
  readonly responses: Readonly<Record<string, Body | Reference>>;
  readonly 'x-stability': 'stable' | 'beta' | 'experimental';
  readonly 'x-idempotency': 'safe' | 'idempotent' | 'keyed' | 'none';
  readonly 'x-decision'?: string | readonly string[];
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** What a reference of a bundle, which is always local, leads to; anything else as it is. */
export function resolve<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const [, section = '', kind = '', name = ''] = value.$ref.split('/');
  const components = (document as unknown as Record<string, typeof document.components>)[section];
  return components?.[kind]?.[name] as T;
}

/** The name of the component that a value refers to. */
export function componentName(value: object): string | undefined {
  return '$ref' in value ? String(value.$ref).split('/').at(-1) : undefined;
}

/** The operations of a `paths` or `webhooks` object in the order of the document. */
export function* operationsOf(items: unknown): Generator<[key: string, method: string, Operation]> {
  for (const [key, item] of Object.entries((items ?? {}) as Record<string, Record<string, unknown>>)) {
    for (const [method, operation] of Object.entries(item)) {
      if (methods.has(method)) yield [key, method, operation as Operation];
    }
  }
}

/** The parameters of an operation, those of its path first. */
export function parametersOf(document: OpenApiDocument, path: string, operation: Operation): Parameter[] {
  const shared = (document.paths[path]?.parameters ?? []) as readonly (Parameter | Reference)[];
  return [...shared, ...(operation.parameters ?? [])].map((parameter) => resolve(document, parameter));
}

export function schemasOf(document: OpenApiDocument): [name: string, Schema][] {
  return Object.entries(document.components.schemas ?? {}) as [string, Schema][];
}

/** The decisions that a place rests on. */
export function decisionsOf(place: { readonly 'x-decision'?: string | readonly string[] }): string[] {
  return [place['x-decision'] ?? []].flat();
}
