/** Returns the type that a client gives to the resource of a tag: `SavedSearches` for `saved-searches`. */
export function resourceType(tag: string): string {
  return tag.replaceAll(/(?:^|[-_ ])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the property by which a client has the resource of a tag: `savedSearches` for `saved-searches`. */
export function resourceProperty(tag: string): string {
  const type = resourceType(tag);
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/**
 * Returns the method of a resource for an operation, which is the operationId without the resource: `update` for
 * `updateStackAlert` of `alerts`, and `getSettings` for `getPipeSettings` of `pipes`.
 */
export function methodName(operationId: string, tag: string): string {
  const type = resourceType(tag);
  const [, verb = '', rest = ''] = /^([a-z]+)(?:Stack)?(.*)$/.exec(operationId) ?? [];
  let common = 0;
  while (common < rest.length && rest[common] === type[common]) common += 1;
  return verb + rest.slice(common);
}
