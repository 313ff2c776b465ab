import type { Call } from './call.ts';

/** The method of @penstock/client for an operation, such as `savedSearches.create`. */
export interface ClientMethod {
  readonly resource: string;
  readonly method: string;
}

/**
 * Returns the method of an operation. The resource is the tag, and the method is the operationId without the resource:
 * `update` for `updateStackAlert`, `getSettings` for `getPipeSettings`.
 */
export function clientMethod({ operationId, tag }: Call): ClientMethod {
  const type = tag.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [, verb = '', rest = ''] = /^([a-z]+)(?:Stack)?(.*)$/.exec(operationId) ?? [];
  let common = 0;
  while (common < rest.length && rest[common] === type[common]) common += 1;
  return { resource: lowerFirst(type), method: verb + rest.slice(common) };
}

/** Returns a variable name for the result of a method: an item of the resource, or a part of it. */
export function resultName({ resource, method }: ClientMethod): string {
  const part = /^get(.+)$/.exec(method)?.[1];
  return part === undefined ? singular(resource) : lowerFirst(part);
}

function singular(plural: string): string {
  return plural.replace(/(?<=ch|sh|ss|x)es$|s$/, '');
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
