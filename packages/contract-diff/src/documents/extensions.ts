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
 * others.
 */
export function withListsAsText(node: unknown, key = ''): unknown {
  if (Array.isArray(node)) return node.map((child) => withListsAsText(child, key));
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([name, child]) => {
    const isList = name.startsWith('x-') && !NAMED.has(key) && Array.isArray(child);
    return [name, isList ? JSON.stringify(child) : withListsAsText(child, name)];
  });
  return Object.fromEntries(entries);
}

/** A list that {@link withListsAsText} wrote, or the value as it is. */
export function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : value;
  } catch {
    return value;
  }
}
