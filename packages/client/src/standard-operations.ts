/**
 * Returns the operation table of a resource with the five standard operations. The generator uses it for every resource whose
 * table is the same. It imports nothing, because the generator also calls it.
 */
export function standardOperations<One extends string, Many extends string>(
  path: string,
  id: string,
  one: One,
  many: Many,
) {
  const item = `${path}/{${id}}`;
  return {
    list: [`list${many}`, 'GET', path, 'safe', 'page', 'query'],
    create: [`create${one}`, 'POST', path, 'keyed', 'resource', 'body'],
    get: [`get${one}`, 'GET', item, 'safe', 'resource'],
    update: [`update${one}`, 'PUT', item, 'idempotent', 'resource', 'body'],
    delete: [`delete${one}`, 'DELETE', item, 'idempotent', 'nothing'],
  } as const;
}
