/**
 * Refuses, before anything is sent, values that would make a URL of another operation: openapi-fetch sends a missing
 * parameter as `%7BpipeId%7D`, an empty one shortens the path, and `..` climbs up in it.
 */
export function requirePathParameters(
  path: string,
  parameters: Readonly<Record<string, unknown>> | undefined,
): void {
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    const value = parameters?.[name];
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${name} must be a non-empty string that is neither "." nor ".."`);
    }
  }
}
