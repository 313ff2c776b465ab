import type { Operation } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/documents';

/**
 * Whether the parameters of a query can be what the operation asks for. Prism, which comes later, takes `0x10` for 16 and
 * nothing for a cursor.
 */
export type FitsQuery = (query: URLSearchParams, operation: Operation) => boolean;

const INTEGER = /^-?\d+$/;

/** Each parameter at most once and not empty, and whole numbers in decimal digits. Reads the documents once. */
export function createFitsQuery(documents: readonly OpenApiDocument[]): FitsQuery {
  const integers = new Map(documents.flatMap(integerParameters));
  return (query, operation) => {
    const names = [...query.keys()];
    if (new Set(names).size < names.length) return false;
    const declared = integers.get(keyOf(operation)) ?? new Set();
    return [...query].every(([name, value]) => (declared.has(name) ? isInteger(value) : value !== ''));
  };
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: { readonly type?: unknown };
}

interface PathItem {
  readonly parameters?: readonly unknown[];
}

/** By operation, the names of its query parameters that are whole numbers. */
function integerParameters(document: OpenApiDocument): [string, ReadonlySet<string>][] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const { parameters: ofPath = [], ...methods } = item as PathItem & Record<string, PathItem>;
    return Object.entries(methods).map(([method, { parameters = [] }]): [string, ReadonlySet<string>] => {
      const all = [...ofPath, ...parameters].map((parameter) => resolved(document, parameter));
      const integers = all.filter(({ in: place, schema }) => place === 'query' && schema?.type === 'integer');
      return [keyOf({ method, path }), new Set(integers.map(({ name }) => name))];
    });
  });
}

/** A bundle names shared parameters by `#/components/parameters/Name`. */
function resolved(document: OpenApiDocument, parameter: unknown): Parameter {
  const { $ref } = parameter as { $ref?: string };
  if ($ref === undefined) return parameter as Parameter;
  return document.components.parameters?.[$ref.slice($ref.lastIndexOf('/') + 1)] as Parameter;
}

function keyOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

function isInteger(value: string): boolean {
  return INTEGER.test(value) && Number.isSafeInteger(Number(value));
}
