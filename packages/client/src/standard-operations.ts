/**
 * Returns the operation table of a resource with the five standard operations, and others. The generator uses it for every
 * resource that has them. It imports nothing, because the generator also calls it. The others are an argument, because
 * bundlers keep an unused object with a spread.
 */
export function standardOperations<One extends string, Many extends string, Others extends object>(
  path: string,
  id: string,
  one: One,
  many: Many,
  others?: Others,
) {
  const item = `${path}/{${id}}`;
  return {
    list: [`list${many}`, 'GET', path, 'safe', 'page', 'query'],
    create: [`create${one}`, 'POST', path, 'keyed', 'resource', 'body'],
    get: [`get${one}`, 'GET', item, 'safe', 'resource'],
    update: [`update${one}`, 'PUT', item, 'idempotent', 'resource', 'body'],
    delete: [`delete${one}`, 'DELETE', item, 'idempotent', 'nothing'],
    ...(others as Others),
  } as const;
}
