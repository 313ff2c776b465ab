import { readFileSync } from 'node:fs';
import type { Surface } from './operation.ts';
import type { OpenApiDocument } from './reader/openapi-document.ts';

export type { OpenApiDocument } from './reader/openapi-document.ts';

/**
 * Returns the bundled document of a surface. Each call reads it again and returns a new object, because validators and mock
 * servers change the documents that they are given. For Node; in a browser, import
 * `@penstock/contract/openapi/<surface>.json`.
 */
export function contractDocument(surface: Surface): OpenApiDocument {
  // src/ and dist/ are both one level below the package.
  const file = new URL(`../openapi/${surface}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
}
