import type { HttpMethod } from './http-method.ts';

/*
 * The objects of OpenAPI 3.1, named as in its specification, with the fields that programs of this repository read.
 * Everything is read-only: a program that changes a document works on its own copy.
 */

/** An OpenAPI 3.1 document that was bundled: every reference in it is local. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly [key: string]: unknown };
  readonly paths: Readonly<Record<string, PathItemObject>>;
  readonly components: ComponentsObject;
  readonly webhooks?: Readonly<Record<string, PathItemObject>>;
  readonly security?: readonly SecurityRequirementObject[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly [key: string]: unknown;
}

export interface ReferenceObject {
  readonly $ref: string;
}

export interface ComponentsObject {
  readonly schemas?: Readonly<Record<string, SchemaObject>>;
  readonly parameters?: Readonly<Record<string, ParameterObject | ReferenceObject>>;
  readonly headers?: Readonly<Record<string, HeaderObject | ReferenceObject>>;
  readonly requestBodies?: Readonly<Record<string, RequestBodyObject | ReferenceObject>>;
  readonly responses?: Readonly<Record<string, ResponseObject | ReferenceObject>>;
  readonly securitySchemes?: Readonly<Record<string, SecuritySchemeObject | ReferenceObject>>;
  readonly [kind: string]: Readonly<Record<string, object>> | undefined;
}

export type PathItemObject = { readonly [Method in HttpMethod]?: OperationObject } & {
  readonly $ref?: string;
  readonly summary?: string;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
};

export interface OperationObject extends Extensions {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly requestBody?: RequestBodyObject | ReferenceObject;
  readonly responses?: Readonly<Record<string, ResponseObject | ReferenceObject>>;
  readonly security?: readonly SecurityRequirementObject[];
  readonly deprecated?: boolean;
}

/** The location of a parameter. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

export interface ParameterObject extends Extensions {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: SchemaObject;
  readonly example?: unknown;
}

export interface HeaderObject extends Extensions {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: SchemaObject;
  readonly example?: unknown;
}

export interface RequestBodyObject extends Extensions {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: ContentObject;
}

export interface ResponseObject extends Extensions {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, HeaderObject | ReferenceObject>>;
  readonly content?: ContentObject;
}

/** Bodies by their media types. */
export type ContentObject = Readonly<Record<string, MediaTypeObject>>;

export interface MediaTypeObject {
  readonly schema?: SchemaObject;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface ExampleObject {
  readonly summary?: string;
  readonly value?: unknown;
}

/** A JSON Schema of draft 2020-12, or a reference to one. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaObject | boolean>>;
  readonly patternProperties?: Readonly<Record<string, SchemaObject | boolean>>;
  readonly additionalProperties?: SchemaObject | boolean;
  readonly required?: readonly string[];
  readonly items?: SchemaObject | boolean;
  readonly allOf?: readonly (SchemaObject | boolean)[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly [keyword: string]: unknown;
}

export interface SecuritySchemeObject {
  readonly type: string;
  readonly scheme?: string;
  readonly description?: string;
}

/** The security schemes that must all be satisfied, with the scopes that each of them needs. */
export type SecurityRequirementObject = Readonly<Record<string, readonly string[]>>;

interface Extensions {
  readonly [extension: `x-${string}`]: unknown;
}
