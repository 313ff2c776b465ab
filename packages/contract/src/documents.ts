import { readFileSync } from 'node:fs';
import type { Surface } from './operation.ts';

/** As much of an OpenAPI 3.1 document as most readers need; everything else is there too, as `unknown`. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly [key: string]: unknown };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [key: string]: unknown;
}

/**
 * The bundled document of a surface. Every call reads it anew and gives an object of its own, because
 * validators and mock servers write into what they are given. For Node; a browser imports
 * `@penstock/contract/openapi/<surface>.json`.
 */
export function contractDocument(surface: Surface): OpenApiDocument {
  // src/ and dist/ are both one level below the package.
  const file = new URL(`../openapi/${surface}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
}
