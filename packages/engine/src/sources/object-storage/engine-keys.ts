/**
 * Whether the engine can read an object by its key. Its table functions read some characters as wildcards or as separators of
 * keys, even if they are encoded, and reject empty folders.
 */
export function isEngineKey(key: string): boolean {
  return !/[*?{},|\\]|\/\/|^\/|(?:^|\/)\.{1,2}(?:\/|$)/.test(key);
}

/** Several keys as one path of a table function. */
export function joinKeys(keys: readonly string[]): string {
  return keys.length === 1 ? (keys[0] as string) : `{${keys.join(',')}}`;
}
