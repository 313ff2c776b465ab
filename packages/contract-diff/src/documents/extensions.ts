import { isObject } from './openapi.ts';

/** Keys of objects whose own keys are names, which may begin with `x-` without being extensions. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'headers',
  'security',
  'dependentRequired',
]);

/**
 * Writes extensions that are lists as text, because Redocly compares lists in keywords that it knows, and no
 * others. `x-variants` becomes text, too, with the names of the properties: those that no variant lists belong to all.
 */
export function withExtensionsAsText(node: unknown, key = ''): unknown {
  if (Array.isArray(node)) return node.map((child) => withExtensionsAsText(child, key));
  if (!isObject(node)) return node;
  const isNamed = NAMED.has(key);
  const entries = Object.entries(node).map(([name, child]) => {
    if (isNamed) return [name, withExtensionsAsText(child, name)];
    if (name === 'x-variants') {
      return [name, JSON.stringify({ variants: child, properties: Object.keys(node.properties ?? {}) })];
    }
    const isList = name.startsWith('x-') && Array.isArray(child);
    return [name, isList ? JSON.stringify(child) : withExtensionsAsText(child, name)];
  });
  return Object.fromEntries(entries);
}

/** A list or an object that {@link withExtensionsAsText} wrote, or the value as it is. */
export function valueOfText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? parsed : value;
  } catch {
    return value;
  }
}
