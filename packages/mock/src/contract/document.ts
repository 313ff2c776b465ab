import type { OpenApiDocument } from '@penstock/contract/documents';

/** The parts of a bundled OpenAPI 3.1 document that the mock reads. */
interface WrittenOperation {
  readonly operationId?: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

export interface WrittenParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** A request body or an answer. */
export interface WrittenMessage {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly examples?: object }>>;
}

export type Schema = Readonly<Record<string, unknown>>;

/** Where an operation is written. */
export interface OperationPlace {
  readonly path: string;
  readonly method: string;
  readonly pathItem: { readonly parameters?: readonly unknown[] };
  readonly operation: WrittenOperation;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of a document, in its order. */
export function operationPlaces(document: OpenApiDocument): OperationPlace[] {
  return Object.entries(document.paths).flatMap(([path, reference]) => {
    const pathItem = resolved<Readonly<Record<string, unknown>>>(document, reference);
    const methods = Object.keys(pathItem).filter((name) => METHODS.includes(name));
    return methods.map((method) => ({
      path,
      method,
      pathItem,
      operation: pathItem[method] as WrittenOperation,
    }));
  });
}

/** What a node of a bundle means: itself, or what its `$ref` leads to. */
export function resolved<T>(document: OpenApiDocument, node: unknown): T {
  const { $ref } = (node ?? {}) as { readonly $ref?: string };
  if ($ref === undefined) return node as T;
  const segments = $ref.replace(/^#\//, '').split('/').map(unescaped);
  const target = segments.reduce<unknown>(
    (inner, segment) => (inner as Readonly<Record<string, unknown>> | undefined)?.[segment],
    document,
  );
  return resolved(document, target);
}

/** The nodes that a node refers to, directly or not, by their references. */
export function referredTo(document: OpenApiDocument, node: unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const pending = referencesIn(node);
  for (let $ref = pending.pop(); $ref !== undefined; $ref = pending.pop()) {
    if (found.has($ref)) continue;
    const target = resolved(document, { $ref });
    found.set($ref, target);
    pending.push(...referencesIn(target));
  }
  return found;
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { $ref } = node as { readonly $ref?: unknown };
  const inside = Object.values(node).flatMap(referencesIn);
  return typeof $ref === 'string' ? [$ref, ...inside] : inside;
}

function unescaped(segment: string): string {
  return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
}
