import type { MockedOperation } from '../contract/operations.ts';

/** A path of the contract with its operations. */
export interface Route {
  /** The value of the `Allow` header, as the reference server writes it. */
  readonly allow: string;
  /** The values of the path's parameters as they were sent; undefined if it is another path. */
  match(path: string): Readonly<Record<string, string>> | undefined;
  /** The operation of an HTTP method; HEAD is served by GET's. */
  operation(method: string): MockedOperation | undefined;
}

/** The routes of all operations, literal segments before parameters: `…/pipes/export` is not a pipe's id. */
export function createRoutes(operations: readonly MockedOperation[]): Route[] {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return [...byPath]
    .sort(([a], [b]) => (parametersLast(a) < parametersLast(b) ? -1 : 1))
    .map(([path, ofPath]) => routeOf(path, ofPath));
}

function routeOf(path: string, operations: readonly MockedOperation[]): Route {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const pattern = new RegExp(
    `^${path.replaceAll(/[.*+?^$|()[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`,
  );
  return {
    allow: allowOf(operations.map(({ method }) => method.toUpperCase())),
    match: (candidate) => {
      const values = pattern.exec(candidate)?.slice(1);
      return values && Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
    },
    operation: (method) => operations.find((operation) => operation.method === servedAs(method)),
  };
}

function servedAs(method: string): string {
  return method === 'HEAD' ? 'get' : method.toLowerCase();
}

function parametersLast(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, '\u{10ffff}');
}

function allowOf(methods: readonly string[]): string {
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...methods, ...head, 'OPTIONS'].sort().join(', ');
}
