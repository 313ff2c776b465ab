/**
 * Whether a value may stand for a path parameter: an empty one shortens the path, dots climb up in it, and openapi-fetch
 * sends a missing one as `%7BpipeId%7D`.
 */
export function isPathValue(value: unknown): value is string {
  return typeof value === 'string' && !['', '.', '..'].includes(value);
}

export function wrongPathValue(name: string): string {
  return `${name} must be text, but not empty, "." or "..".`;
}
