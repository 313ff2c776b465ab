/**
 * Returns whether a value is valid as a path parameter. An empty one would shorten the path, dots would leave the segment,
 * and openapi-fetch would send a missing one as `%7BpipeId%7D`.
 */
export function isPathValue(value: unknown): value is string {
  return typeof value === 'string' && !['', '.', '..'].includes(value);
}

export function pathValueMessage(name: string): string {
  return `${name} must be text other than "", "." and "..".`;
}
