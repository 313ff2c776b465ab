import {
  isHttpMethod,
  type OpenApiDocument,
  type OperationObject,
  type PathItemObject,
  reachedComponents,
  resolve,
  withoutConditions,
} from '@penstock/contract/reader';

/** The purpose of a part of a document. The part omits everything that only the other purpose uses. */
export type Half = 'requests' | 'responses';

/**
 * Returns a document for one half of some paths, with the components that this half reaches.
 *
 * It avoids two traps: express-openapi-validator compiles each operation inside a schema that contains the whole
 * document, and if `servers` has a path that the mount does not have, it switches itself off. This document is small
 * and its server is `/`.
 * The marks of variants and rules have checks of their own, so their conditions are omitted.
 */
export function partOfDocument(
  document: OpenApiDocument,
  paths: Iterable<string>,
  half: Half,
): OpenApiDocument {
  const { openapi, info, jsonSchemaDialect } = document;
  const kept = Object.fromEntries(
    [...new Set(paths)].map((path) => [path, halfOf(pathItem(document, path), half)]),
  );
  return structuredClone({
    openapi,
    info,
    jsonSchemaDialect,
    servers: [{ url: '/' }],
    paths: kept,
    components: reachedComponents(withoutConditions(document), kept),
  });
}

function pathItem(document: OpenApiDocument, path: string): PathItemObject {
  const item = document.paths[path];
  if (item === undefined)
    throw new Error(`The document has no path ${path}, but the operation table lists it.`);
  return resolve<PathItemObject>(document, item);
}

function halfOf(item: PathItemObject, half: Half): PathItemObject {
  const halves = Object.entries(item)
    .filter(([key]) => isHttpMethod(key))
    .map(([method, operation]) => [method, halfOfOperation(operation as OperationObject, half)]);
  const { parameters } = item;
  return {
    ...Object.fromEntries(halves),
    ...(half === 'requests' && parameters !== undefined ? { parameters } : {}),
  };
}

function halfOfOperation(operation: OperationObject, half: Half): OperationObject {
  const { requestBody, parameters, responses, ...rest } = operation;
  if (half === 'responses') return { ...rest, ...(responses === undefined ? {} : { responses }) };
  return {
    ...rest,
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(parameters === undefined ? {} : { parameters }),
    responses: {},
  };
}
