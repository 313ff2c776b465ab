import type { OpenApiDocument, Operation } from './contract.ts';

/** The value behind `$ref: '#/…'`, or the value itself. Bundles have no other references. */
export function resolveReference(document: OpenApiDocument, value: unknown): unknown {
  const reference = (value as { $ref?: unknown } | undefined)?.$ref;
  if (typeof reference !== 'string') return value;
  return resolveReference(document, atPointer(document, reference));
}

/** What a part of a document is for; it leaves out what the other half alone reaches. */
export type Half = 'requests' | 'answers';

/**
 * A document of its own for one half of some paths, with the components which that half reaches.
 *
 * Traps closed by it: express-openapi-validator compiles each operation inside a schema that holds the whole document,
 * and if `servers` carries a path that the mount does not have, it switches itself off. Here the document is small and
 * the server is `/`, so that there is nothing to disagree with.
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
    paths: kept as OpenApiDocument['paths'],
    components: reachedComponents(document, kept) as OpenApiDocument['components'],
  });
}

/** What the document says of an operation, with the parameters that it has from its path. */
export function describedOperation(document: OpenApiDocument, operation: Operation): DescribedOperation {
  const item = pathItem(document, operation.path);
  const described = item[operation.method] as Partial<DescribedOperation> | undefined;
  if (described?.responses === undefined) {
    throw new Error(
      `The document does not describe ${operation.operationId}, although the operation table has it.`,
    );
  }
  const ofPath = (item as Partial<DescribedOperation>).parameters ?? [];
  return { responses: described.responses, parameters: [...ofPath, ...(described.parameters ?? [])] };
}

interface DescribedOperation {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters: readonly unknown[];
}

function pathItem(document: OpenApiDocument, path: string): Readonly<Record<string, unknown>> {
  const item = document.paths[path];
  if (item === undefined)
    throw new Error(`The document has no path ${path}, although the operation table has.`);
  return item;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch']);

function halfOf(item: Readonly<Record<string, unknown>>, half: Half): Record<string, unknown> {
  const operations = Object.entries(item).filter(([key]) => METHODS.has(key));
  const halves = operations.map(([method, operation]) => [
    method,
    halfOfOperation(operation as OperationObject, half),
  ]);
  const parameters = half === 'requests' ? item.parameters : undefined;
  return { ...Object.fromEntries(halves), ...(parameters === undefined ? {} : { parameters }) };
}

function halfOfOperation(operation: OperationObject, half: Half): OperationObject {
  const { requestBody, parameters, responses, ...rest } = operation;
  if (half === 'answers') return { ...rest, responses };
  return {
    ...rest,
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(parameters === undefined ? {} : { parameters }),
    responses: {},
  };
}

interface OperationObject {
  readonly requestBody?: unknown;
  readonly parameters?: unknown;
  readonly responses?: unknown;
}

function reachedComponents(
  document: OpenApiDocument,
  start: unknown,
): Record<string, Record<string, unknown>> {
  const components: Record<string, Record<string, unknown>> = {};
  const pending = referencesIn(start);
  const seen = new Set<string>();
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    const [, , kind, name] = reference.split('/');
    const key = `${kind}/${name}`;
    if (kind === undefined || name === undefined || seen.has(key)) continue;
    seen.add(key);
    const component = atPointer(document, `#/components/${key}`);
    components[kind] = { ...components[kind], [name]: component };
    pending.push(...referencesIn(component));
  }
  return components;
}

/** Every string that points at a component, be it a `$ref` or an entry of a discriminator's mapping. */
function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('#/components/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

function atPointer(document: OpenApiDocument, reference: string): unknown {
  const segments = reference.split('/').slice(1);
  const value = segments.reduce<unknown>(
    (node, segment) =>
      (node as Record<string, unknown> | undefined)?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  if (value === undefined) throw new Error(`The document refers to ${reference}, which it does not have.`);
  return value;
}
