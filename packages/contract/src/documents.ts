import { readFileSync } from 'node:fs';
import type { Surface } from './operation.ts';
import type { OpenApiDocument } from './reader/openapi-document.ts';

export type { OpenApiDocument } from './reader/openapi-document.ts';

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
