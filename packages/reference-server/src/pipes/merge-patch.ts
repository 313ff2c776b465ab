/**
 * Applies a JSON merge patch (RFC 7396): null removes a property, objects are merged, all other values replace. Validation
 * has rejected null where a property cannot be removed (D-23).
 */
export function mergePatch<T extends object>(target: T | undefined, patch: object): T {
  const result: Record<string, unknown> = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) delete result[name];
    else if (isObject(value)) result[name] = mergePatch(objectAt(result, name), value);
    else result[name] = value;
  }
  return result as T;
}

function objectAt(values: Record<string, unknown>, name: string): object | undefined {
  const value = values[name];
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
