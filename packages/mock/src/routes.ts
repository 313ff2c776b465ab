import { type Operation, operations } from '@penstock/contract';

/** A path of the contract with its operations. */
export interface Route {
  readonly operations: readonly [Operation, ...Operation[]];
  /** The value of the `Allow` header, as the reference server writes it. */
  readonly allow: string;
  matches(path: string): boolean;
  /** The operation of an HTTP method; HEAD is served by GET's. */
  operation(method: string): Operation | undefined;
}

/** The routes of both surfaces, literal segments before parameters: `…/pipes/export` is not a pipe's id. */
export function contractRoutes(): Route[] {
  const byPath = Map.groupBy(Object.values<Operation>(operations), ({ path }) => path);
  return [...byPath]
    .sort(([a], [b]) => (parametersLast(a) < parametersLast(b) ? -1 : 1))
    .map(([path, ofPath]) => routeOf(path, ofPath as [Operation, ...Operation[]]));
}

function routeOf(path: string, ofPath: readonly [Operation, ...Operation[]]): Route {
  const pattern = new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
  return {
    operations: ofPath,
    allow: allowOf(ofPath.map(({ method }) => method.toUpperCase())),
    matches: (candidate) => pattern.test(candidate),
    operation: (method) => ofPath.find((operation) => operation.method === servedAs(method)),
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
