import type { Call } from './call.ts';

/** What @penstock/client calls an operation: `savedSearches.create`. */
export interface ClientMethod {
  readonly resource: string;
  readonly method: string;
}

/**
 * The names that the client gets from the contract: the resource is the tag, and the method what is left of the
 * operationId without it: `updateStackAlert` is `update`, `getPipeSettings` is `getSettings`.
 */
export function clientMethod({ operationId, tag }: Call): ClientMethod {
  const type = tag.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [, verb = '', rest = ''] = /^([a-z]+)(?:Stack)?(.*)$/.exec(operationId) ?? [];
  let common = 0;
  while (common < rest.length && rest[common] === type[common]) common += 1;
  return { resource: lowerFirst(type), method: verb + rest.slice(common) };
}

/** What to call one thing of a resource, or the part of it that a method gives. */
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
