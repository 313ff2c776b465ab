import { methodName, resourceProperty } from '@penstock/contract/reader';
import type { Call } from './call.ts';

/** The method of @penstock/client for an operation, such as `savedSearches.create`. */
export interface ClientMethod {
  readonly resource: string;
  readonly method: string;
}

/** Returns the method of an operation. */
export function clientMethod({ operationId, tag }: Call): ClientMethod {
  return { resource: resourceProperty(tag), method: methodName(operationId, tag) };
}

/** Returns a variable name for the result of a method: an item of the resource, or a part of it. */
export function resultName({ resource, method }: ClientMethod): string {
  const part = /^get(.+)$/.exec(method)?.[1];
  return part === undefined ? singular(resource) : part.charAt(0).toLowerCase() + part.slice(1);
}

function singular(plural: string): string {
  return plural.replace(/(?<=ch|sh|ss|x)es$|s$/, '');
}
